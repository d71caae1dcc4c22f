package io.freightsdk.examples.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The records of the Linux scheduler about the living threads of this process. On other systems
 * there are none.
 */
public final class ThreadAccounts {
  private static final Path THREADS = Path.of("/proc/self/task");

  private final Map<String, Account> accounts;

  private ThreadAccounts(Map<String, Account> accounts) {
    this.accounts = accounts;
  }

  /** Nanoseconds, and how often a thread gave up its core because it had nothing to do. */
  private record Account(boolean compiles, long ran, long waited, long switches) {}

  public static boolean areKept() {
    return Files.isReadable(Path.of("/proc/self/schedstat"));
  }

  public static ThreadAccounts now() {
    Map<String, Account> accounts = new HashMap<>();
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
      for (Path thread : threads) {
        try {
          accounts.put(thread.getFileName().toString(), account(thread));
        } catch (IOException ended) {
          // Between the listing and the reading.
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new ThreadAccounts(accounts);
  }

  private static Account account(Path thread) throws IOException {
    String name = Files.readString(thread.resolve("comm"));
    String[] times = Files.readString(thread.resolve("schedstat")).trim().split(" ");
    long switches = 0;
    for (String line : Files.readAllLines(thread.resolve("status"))) {
      boolean isOwnWill = line.startsWith("voluntary_ctxt_switches:");
      if (isOwnWill) switches = Long.parseLong(line.substring(line.indexOf(':') + 1).trim());
    }
    return new Account(
        name.matches("C[12] Compiler.*\\s*"),
        Long.parseLong(times[0]),
        Long.parseLong(times[1]),
        switches);
  }

  /** How long the JIT compiler's threads ran since. */
  public double compilerMillisSince(ThreadAccounts before) {
    return since(before, account -> account.compiles ? account.ran : 0) / 1e6;
  }

  /** How long all other threads were ready to run since, and had no core to run on. */
  public double waitedMillisSince(ThreadAccounts before) {
    return since(before, account -> account.compiles ? 0 : account.waited) / 1e6;
  }

  /** How often a thread went to sleep since, which takes a switch to another and one back. */
  public long sleepsSince(ThreadAccounts before) {
    return since(before, Account::switches);
  }

  private long since(ThreadAccounts before, ToLongFunction<Account> value) {
    long sum = 0;
    for (Map.Entry<String, Account> thread : accounts.entrySet()) {
      Account earlier = before.accounts.get(thread.getKey());
      sum += value.applyAsLong(thread.getValue());
      if (earlier != null) sum -= value.applyAsLong(earlier);
    }
    return sum;
  }
}
