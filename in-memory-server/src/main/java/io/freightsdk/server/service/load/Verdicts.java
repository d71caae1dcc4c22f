package io.freightsdk.server.service.load;

import io.freightsdk.server.domain.trip.PingVerdict;
import java.util.ArrayDeque;
import java.util.Collection;

/** What became of the latest fixes of a load. Bounded; guarded by the load's lock. */
final class Verdicts {
  private static final int KEPT = 1000;

  private final ArrayDeque<PingVerdict> latest;

  Verdicts() {
    this(new ArrayDeque<>(1));
  }

  private Verdicts(ArrayDeque<PingVerdict> latest) {
    this.latest = latest;
  }

  void add(PingVerdict verdict) {
    if (latest.size() == KEPT) latest.removeFirst();
    latest.addLast(verdict);
  }

  Collection<PingVerdict> all() {
    return latest;
  }

  Verdicts copy() {
    return new Verdicts(new ArrayDeque<>(latest));
  }
}
