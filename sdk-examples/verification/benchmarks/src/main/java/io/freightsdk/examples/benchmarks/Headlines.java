package io.freightsdk.examples.benchmarks;

import static io.freightsdk.examples.benchmarks.report.Headline.less;
import static io.freightsdk.examples.benchmarks.report.Headline.more;

import io.freightsdk.examples.benchmarks.report.Headline;
import java.util.List;
import java.util.Set;

/** The rows of the table at the top of the page, each with those who do the same. */
final class Headlines {
  private static final Set<String> JSON =
      Set.of("Moshi, reflective records", "Jackson 2", "Jackson 3", "Gson");
  private static final Set<String> CLIENTS =
      Set.of(
          "OkHttp, same parser",
          "JDK HttpClient, same parser",
          "Retrofit + Moshi",
          "Feign + OkHttp + Moshi",
          "openapi-generator, okhttp-gson");
  private static final Set<String> SERVERS =
      Set.of("MockWebServer", "WireMock 3", "WireMock 4, beta");
  private static final String PER_SECOND = "requests per second";
  private static final String START = "time to first answer";

  static final List<Headline> ALL =
      List.of(
          less("Decoding a position with 500 points", "time", JSON),
          less("Decoding a position with 500 points", "allocated", JSON),
          less("Encoding a position with 500 points", "time", JSON),
          less("Decoding the input of a load", "time", JSON),
          less("Encoding the input of a load", "time", JSON),
          less("One call with a small answer", "time", CLIENTS),
          less("One call with a small answer", "p99", CLIENTS),
          less("One call with a small answer", "allocated", CLIENTS),
          less("One call with an answer of 45 KB", "time", CLIENTS),
          less("One call with an answer of 45 KB", "allocated", CLIENTS),
          less("A thousand calls at once, platform threads", "time", CLIENTS),
          less("A thousand calls at once, virtual threads", "time", CLIENTS),
          less("A thousand calls at once, async", "time", CLIENTS),
          less("The first call of a program", "time", CLIENTS),
          less("What a client adds to a program", "size", CLIENTS),
          less("Server: cold start", START, SERVERS),
          less("Server: second start in one JVM", START, SERVERS),
          more("Server: balance", PER_SECOND, SERVERS),
          more("Server: position read", PER_SECOND, SERVERS),
          more("Server: create", PER_SECOND, SERVERS));

  private Headlines() {}
}
