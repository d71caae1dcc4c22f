package io.freightsdk.examples.benchmarks.peer;

import io.freightsdk.examples.benchmarks.report.Peer;
import java.util.List;

/** The versions of what stands under the clients. */
public final class Versions {
  private Versions() {}

  public static List<Peer> all() {
    return List.of(
        Peer.ofArtifact("OkHttp", "okhttp-jvm"),
        Peer.ofArtifact("Moshi", "moshi"),
        Peer.ofArtifact("Retrofit", "retrofit"),
        Peer.ofArtifact("Feign", "feign-core"),
        Peer.ofArtifact("Feign, its part for OkHttp", "feign-okhttp"),
        Peer.ofArtifact("Gson, under the generated client", "gson"));
  }
}
