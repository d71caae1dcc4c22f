package io.freightsdk.server;

import java.util.List;

/** The registry of divergences. */
final class Divergences {
  private Divergences() {}

  static List<Divergence> all() {
    return List.of();
  }
}
