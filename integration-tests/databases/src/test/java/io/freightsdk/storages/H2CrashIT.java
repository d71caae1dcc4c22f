package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.ChildJvm;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.PooledDataSource;
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

/**
 * Kills a process with an H2 file while it spends. Its committed reservations and charges are in
 * the file.
 */
@Tag("slow") // kills a process
class H2CrashIT {
  private static final BigDecimal CAP = new BigDecimal("100.00");
  private static final BigDecimal PRICE = new BigDecimal("0.01");
  private static final List<Integer> CALLS_BEFORE_KILL = List.of(7, 120, 401, 23);

  @Test
  void committedReservationsAndChargesSurviveAKill(@TempDir Path folder) throws Exception {
    String url = "jdbc:h2:file:" + folder.resolve("ledger") + ";WRITE_DELAY=0";
    int held = 0;
    int charged = 0;
    for (int calls : CALLS_BEFORE_KILL) {
      Path output = folder.resolve("said-" + calls);
      List<String> printedLines = linesUntilKilled(start(url, output), output, calls);
      held += Collections.frequency(printedLines, "held");
      charged += Collections.frequency(printedLines, "charged");
      int[] found = readCounts(url, held, charged);
      held = found[0];
      charged = found[1];
    }
  }

  /**
   * The output of the process until it was killed, which may have more than the awaited lines. It
   * is in a file, because the JDK drains the pipe of a dead process on another thread.
   */
  private static List<String> linesUntilKilled(Process process, Path output, int lines)
      throws Exception {
    try {
      Eventually.until(
          () -> !process.isAlive() || printedLines(output).size() >= lines,
          () -> printedLines(output).size() + " lines");
      assertThat(process.isAlive()).as("still spending").isTrue();
    } finally {
      process.destroyForcibly();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
    List<String> printedLines = printedLines(output);
    assertThat(printedLines).as("output of the process").isSubsetOf("held", "charged");
    return printedLines;
  }

  private static List<String> printedLines(Path output) {
    try {
      return Files.readAllLines(output, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads the number of reservations and charges in the file: all printed ones, and at most one
   * more.
   */
  private static int[] readCounts(String url, int held, int charged) throws Exception {
    try (PooledDataSource database = new PooledDataSource(url)) {
      Buyer buyer = buyer(database);
      BigDecimal left = buyer.refused(CAP.add(PRICE).toPlainString());
      int counted = CAP.subtract(left).divide(PRICE).intValueExact();
      int recorded = buyer.chargedUsd().divide(PRICE).intValueExact();
      // Each charge was printed as a reservation before.
      assertThat(counted).as("held and charged").isBetween(held, held + 1);
      assertThat(recorded).as("charged").isBetween(charged, charged + 1);
      return new int[] {counted, recorded};
    }
  }

  private static Buyer buyer(PooledDataSource database) {
    SqlStorage ledger = SqlStorage.open(database, "b", null);
    return new Buyer(ledger, List.of(Buyer.total(CAP.toPlainString())));
  }

  private static Process start(String url, Path output) throws Exception {
    return new ProcessBuilder(ChildJvm.program(SpendingProcess.class, url))
        .redirectOutput(output.toFile())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Makes reservations without end and charges every second one. Prints each after its commit. */
  static final class SpendingProcess {
    private SpendingProcess() {}

    public static void main(String[] arguments) {
      Buyer buyer = buyer(new PooledDataSource(arguments[0]));
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
