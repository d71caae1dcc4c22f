package io.freightsdk.server;

import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.domain.ping.RawPing;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.service.Pings;
import io.freightsdk.server.service.load.Load;
import java.time.Instant;

/** Sends fixes through the service's one door. */
final class FixSender {
  private FixSender() {}

  /** As the driver's phone would. */
  static PingResult send(Pings pings, Load load, Fix fix) {
    return resultOf(pings.receive(load.ids().driverToken(), raw(fix)));
  }

  /** In bulk: age, future and throttle do not matter. */
  static PingResult sendInBulk(Pings pings, Load load, Fix fix, Instant now) {
    return resultOf(pings.receive(load, raw(fix), PingRules.BULK, now));
  }

  static PingResult resultOf(Pings.Outcome outcome) {
    if (outcome instanceof Pings.Outcome.Kept kept) {
      return new PingResult(true, kept.lowConfidence(), null);
    }
    return outcome instanceof Pings.Outcome.Refused refused
        ? new PingResult(false, false, refused.reason().code())
        : new PingResult(false, false, "unknown_driver");
  }

  private static RawPing raw(Fix fix) {
    Double mph = fix.speedMph();
    return new RawPing(
        fix.at().lat(),
        fix.at().lng(),
        fix.accuracyMeters(),
        mph == null ? null : mph / Fix.MPH_PER_METER_PER_SECOND,
        fix.heading(),
        fix.time().toString());
  }
}
