package io.freightsdk.internal.spend.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.spend.Memory;
import io.freightsdk.internal.spend.Rows;
import io.freightsdk.internal.spend.Storage;
import io.freightsdk.internal.spend.jdbc.JdbcStorage;
import io.freightsdk.testing.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that share a file; the operating system kills some of them. */
class FileOfSeveralProcessesIT {
  private static final int EACH = 200;

  /** Long enough that the log of changes is copied to the file now and then. */
  private static final String LARGE = "x".repeat(15_000);

  @TempDir Path folder;

  /** Counts up in a file, and says each number when it is stored. */
  static final class Counting {
    private Counting() {}

    public static void main(String[] args) {
      Storage storage = JdbcStorage.open(Path.of(args[0]), null);
      for (int i = 1; i <= Integer.parseInt(args[2]); i++) {
        long own =
            storage.change(
                rows -> {
                  long unused = countUp(rows, "all");
                  return countUp(rows, args[1]);
                });
        System.out.println(own);
      }
    }

    private static long countUp(Rows rows, String name) {
      long next = count(rows, name) + 1;
      rows.put(new Memory(name, next + " " + LARGE, Long.MAX_VALUE));
      return next;
    }
  }

  private static long count(Rows rows, String name) {
    Memory found = rows.memory(name);
    return found == null ? 0 : Long.parseLong(found.text().split(" ", -1)[0]);
  }

  private static Process count(Path file, String name, int times) throws IOException {
    return new ProcessBuilder(
            ChildJvm.program(Counting.class, file.toString(), name, String.valueOf(times)))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  @Test
  @Timeout(120)
  void whatWasToldIsStoredOnceWhoeverIsKilled() throws Exception {
    for (int round = 0; round < 2; round++) {
      Path file = folder.resolve("ledger-" + round);
      Process killed = count(file, "killed", Integer.MAX_VALUE);
      Process whole = count(file, "whole", EACH);
      long told = 0;
      try (BufferedReader said = killed.inputReader();
          BufferedReader others = whole.inputReader()) {
        for (int i = 0; i < 20 + 7 * round; i++) told = Long.parseLong(said.readLine());
        // Not by the process itself, which would close what it has said.
        assertThat(killed.toHandle().destroyForcibly()).isTrue();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
          told = Long.parseLong(line);
        }
        for (String line = others.readLine(); line != null; ) line = others.readLine();
      } finally {
        killed.destroyForcibly();
      }
      assertThat(whole.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(whole.exitValue()).isZero();
      assertCounted(file, told);
    }
  }

  private static void assertCounted(Path file, long told) {
    boolean unused =
        JdbcStorage.open(file, null)
            .look(
                rows -> {
                  assertThat(count(rows, "killed"))
                      .as("the last may not be told")
                      .isIn(told, told + 1);
                  assertThat(count(rows, "whole")).isEqualTo(EACH);
                  assertThat(count(rows, "all")).isEqualTo(EACH + count(rows, "killed"));
                  return true;
                });
  }
}
