package io.freightsdk.watch;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.testing.ManyCallers;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;

/** Another process of a fleet: joins the cache, waits for the word, reads with many threads. */
final class FleetReader {
  static final CallOptions SHARED = CallOptions.builder().maxAge(Duration.ofMinutes(5)).build();
  static final int THREADS = 500;

  private FleetReader() {}

  /** Arguments: cluster, address of a member, base URL, agent key, load number. */
  public static void main(String[] args) throws Exception {
    try (HazelcastMember member = new HazelcastMember(args[0], args[1]);
        FreightClient client =
            FreightClient.builder()
                .baseUrl(args[2])
                .agentKey(args[3])
                .positionCache(new JCachePositionCache(member.cache()))
                .build();
        ManyCallers callers = new ManyCallers(THREADS)) {
      List<Future<LoadPosition>> calls =
          callers.lineUp(() -> client.getLoadPosition(args[4], SHARED));
      System.out.println("ready with " + member.members() + " members");
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
      callers.start();
      System.out.println("read " + ManyCallers.results(calls).size());
    }
  }
}
