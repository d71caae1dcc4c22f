package io.freightsdk.server;

import java.util.List;
import java.util.stream.Stream;

/**
 * The registry of divergences. {@code docs/divergences.md} is rendered from it, and a test holds
 * each entry to the test it names.
 */
final class Divergences {
  private static final String TESTS = "io.freightsdk.server.";

  private static final List<Divergence> ALL =
      Stream.of(CallDivergences.ALL, BodyDivergences.ALL, LoadDivergences.ALL, FixDivergences.ALL)
          .flatMap(List::stream)
          .toList();

  private Divergences() {}

  static List<Divergence> all() {
    return ALL;
  }

  /** As Markdown, a table with one row each. */
  static String markdown() {
    StringBuilder text =
        new StringBuilder(
            """
            # Divergences

            What the in-memory server chooses where the API description leaves something open. Rendered from its
            registry by the build; the same list is served at `/__admin/divergences`.

            | id | section | open | choice | test |
            |---|---|---|---|---|
            """);
    for (Divergence one : ALL) {
      text.append("| ").append(one.id()).append(" | ").append(one.section());
      text.append(" | ").append(one.open()).append(" | ").append(one.choice());
      text.append(" | `").append(one.test().substring(TESTS.length())).append("` |\n");
    }
    return text.toString();
  }

  static Divergence entry(String id, String section, String open, String choice, String test) {
    return new Divergence(id, "API description, section " + section, open, choice, TESTS + test);
  }
}
