package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.ChildJvm;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process with an H2 file is killed by SIGKILL while it spends: what it had said is there. */
@Tag("slow") // kills a process
class H2CrashIT {
  private static final BigDecimal CAP = new BigDecimal("100.00");
  private static final BigDecimal PRICE = new BigDecimal("0.01");
  private static final List<Integer> CALLS_BEFORE_DEATH = List.of(7, 120, 401, 23);

  @Test
  void everyHoldAndChargeThatWasCommittedOutlivesTheProcess(@TempDir Path folder) throws Exception {
    String url = "jdbc:h2:file:" + folder.resolve("ledger") + ";WRITE_DELAY=0";
    int held = 0;
    int charged = 0;
    for (int calls : CALLS_BEFORE_DEATH) {
      Path output = folder.resolve("said-" + calls);
      List<String> said = saidUntilKilled(start(url, output), output, calls);
      held += Collections.frequency(said, "held");
      charged += Collections.frequency(said, "charged");
      int[] found = found(url, held, charged);
      held = found[0];
      charged = found[1];
    }
  }

  /**
   * All that the process said: it goes on between the last of the awaited lines and its death. In a
   * file, because the JDK empties the pipe of a dead process on a thread of its own.
   */
  private static List<String> saidUntilKilled(Process process, Path output, int lines)
      throws Exception {
    try {
      Eventually.until(
          () -> !process.isAlive() || said(output).size() >= lines,
          () -> said(output).size() + " lines");
      assertThat(process.isAlive()).as("still spending").isTrue();
    } finally {
      process.destroyForcibly();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
    List<String> said = said(output);
    assertThat(said).as("said by the process").isSubsetOf("held", "charged");
    return said;
  }

  private static List<String> said(Path output) {
    try {
      return Files.readAllLines(output, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Holds and charges in the file: all that were told, and at most one call more. */
  private static int[] found(String url, int held, int charged) throws Exception {
    try (TestDatabase database = new TestDatabase(url)) {
      Buyer buyer = buyer(database);
      BigDecimal left = buyer.refused(CAP.add(PRICE).toPlainString());
      int counted = CAP.subtract(left).divide(PRICE).intValueExact();
      int recorded = buyer.chargedUsd().divide(PRICE).intValueExact();
      // Each charge was told as a hold before.
      assertThat(counted).as("held and charged").isBetween(held, held + 1);
      assertThat(recorded).as("charged").isBetween(charged, charged + 1);
      return new int[] {counted, recorded};
    }
  }

  private static Buyer buyer(TestDatabase database) {
    SqlStorage ledger = SqlStorage.open(database, "b", null);
    return new Buyer(ledger, List.of(Buyer.total(CAP.toPlainString())));
  }

  private static Process start(String url, Path output) throws Exception {
    return new ProcessBuilder(ChildJvm.program(SpendingProcess.class, url))
        .redirectOutput(output.toFile())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Holds money for ever, and settles every other call; says each once it is committed. */
  static final class SpendingProcess {
    private SpendingProcess() {}

    public static void main(String[] arguments) {
      Buyer buyer = buyer(new TestDatabase(arguments[0]));
      String price = PRICE.toPlainString();
      for (int call = 0; ; call++) {
        Purchase held = buyer.hold(price, null);
        System.out.println("held");
        if (call % 2 == 0) continue;
        buyer.complete(held, Charge.Kind.CHARGED);
        System.out.println("charged");
      }
    }
  }
}
