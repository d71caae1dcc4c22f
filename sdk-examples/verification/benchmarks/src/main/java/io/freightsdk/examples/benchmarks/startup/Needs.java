package io.freightsdk.examples.benchmarks.startup;

import io.freightsdk.examples.benchmarks.peer.PeerKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What a project that uses a client declares in its build file; the rest follows from that. */
final class Needs {
  private static final String OKHTTP = "com.squareup.okhttp3:okhttp-jvm";
  private static final String MODELS = "io.freightsdk:freight-sdk-models";

  private static final Map<PeerKind, List<String>> DECLARED =
      new EnumMap<>(
          Map.of(
              PeerKind.FREIGHT_SDK, List.of("io.freightsdk:freight-sdk-core"),
              PeerKind.OKHTTP, List.of(OKHTTP, MODELS),
              PeerKind.JDK, List.of(MODELS),
              PeerKind.RETROFIT,
                  List.of(
                      "com.squareup.retrofit2:retrofit",
                      "com.squareup.retrofit2:converter-moshi",
                      OKHTTP),
              PeerKind.FEIGN,
                  List.of(
                      "io.github.openfeign:feign-okhttp",
                      "io.github.openfeign:feign-moshi",
                      OKHTTP),
              PeerKind.GENERATED,
                  // The build file that openapi-generator writes, without what the code never
                  // names.
                  List.of(
                      OKHTTP,
                      "com.squareup.okhttp3:logging-interceptor",
                      "com.google.code.gson:gson",
                      "io.gsonfire:gson-fire",
                      "org.apache.commons:commons-lang3",
                      "jakarta.annotation:jakarta.annotation-api",
                      "com.google.code.findbugs:jsr305")));

  private Needs() {}

  /** The clients whose start and size are measured. */
  static List<PeerKind> peers() {
    return List.copyOf(DECLARED.keySet());
  }

  /** The artifacts that are declared for it, as {@code groupId:artifactId}. */
  static List<String> of(PeerKind peer) {
    List<String> declared = DECLARED.get(peer);
    if (declared == null) throw new IllegalArgumentException("nothing is declared for " + peer);
    return declared;
  }
}
