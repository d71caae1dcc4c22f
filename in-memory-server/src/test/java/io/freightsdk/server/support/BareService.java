package io.freightsdk.server.support;

import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.journal.SmsStore;
import io.freightsdk.server.service.FaultPlan;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.ServiceSettings;
import io.freightsdk.server.time.VirtualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;

/** A service that listens on no port. */
public final class BareService {
  private BareService() {}

  /** With the published prices and rules, at a time that stands still. */
  public static FreightService create() {
    return new FreightService(
        new VirtualClock(Instant.parse("2026-11-20T12:00:00Z"), 0, System::nanoTime),
        new Random(1)::nextBytes,
        new ServiceSettings(false, Duration.ofHours(2), PingRules.DEFAULT, 1_000, 0),
        new FaultPlan(),
        new SmsStore(10));
  }
}
