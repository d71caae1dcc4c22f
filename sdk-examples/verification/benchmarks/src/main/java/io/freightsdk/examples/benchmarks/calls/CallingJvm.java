package io.freightsdk.examples.benchmarks.calls;

import io.freightsdk.examples.benchmarks.Percentiles;
import io.freightsdk.examples.benchmarks.ThreadAccounts;
import io.freightsdk.examples.benchmarks.Usage;
import io.freightsdk.examples.benchmarks.peer.Peer;
import io.freightsdk.examples.benchmarks.peer.PeerKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * The JVM of one client: {@code CallingJvm peer baseUrl}. A line {@code balance 500 20000} makes it
 * call for half a second or 20,000 times, whichever is less, one call after the other, and answer
 * with the microseconds of a call, those of half the calls at most and of 99 in 100 at most, the
 * latter also corrected, and per call the processor microseconds, the bytes and, on Linux, the
 * sleeps.
 */
final class CallingJvm {
  private static final int USUAL_LIMIT = 64;

  private CallingJvm() {}

  public static void main(String[] arguments) throws Exception {
    BufferedReader questions =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Peer peer = PeerKind.valueOf(arguments[0]).open(arguments[1], USUAL_LIMIT)) {
      for (String line = questions.readLine(); line != null; line = questions.readLine()) {
        String[] words = line.split(" ");
        System.out.println(
            round(call(peer, words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2])));
      }
    }
    System.exit(0);
  }

  private interface Call {
    Object make() throws Exception;
  }

  private static Call call(Peer peer, String name) throws IOException {
    return switch (name) {
      case CallsSuite.BALANCE -> peer::balance;
      case CallsSuite.POSITION -> peer::position;
      default -> throw new IOException("no call " + name);
    };
  }

  private static String round(Call call, int millis, int mostCalls) throws Exception {
    ThreadAccounts accountsBefore = ThreadAccounts.areKept() ? ThreadAccounts.now() : null;
    Percentiles times = new Percentiles();
    Usage before = Usage.now();
    long start = System.nanoTime();
    long end = start + TimeUnit.MILLISECONDS.toNanos(millis);
    long calls = 0;
    long now = start;
    do {
      long begin = now;
      if (call.make().hashCode() == 0) System.err.print("");
      calls++;
      now = System.nanoTime();
      times.add(now - begin);
    } while (now < end && calls < mostCalls);
    double micros = (now - start) / 1e3 / calls;
    Usage after = Usage.now();
    double processorMicros = after.processorMicrosSince(before) / calls;
    double bytes = (double) after.bytesSince(before) / calls;
    String sleeps =
        accountsBefore == null
            ? ""
            : " " + (double) ThreadAccounts.now().sleepsSince(accountsBefore) / calls;
    return "%s %s %s %s %s %s%s"
        .formatted(
            micros,
            times.p50Micros(),
            times.p99Micros(),
            times.p99CorrectedMicros(),
            processorMicros,
            bytes,
            sleeps);
  }
}
