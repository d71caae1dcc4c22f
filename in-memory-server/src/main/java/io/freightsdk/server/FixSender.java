package io.freightsdk.server;

import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.geo.SentFix;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.StoredLoad;
import io.freightsdk.server.time.VirtualClock;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/** Adds series of fixes to loads: in bulk, or each at its own time as a phone sends them. */
final class FixSender {
  private final FreightService service;
  private final VirtualClock clock;
  private final BooleanSupplier closed;

  FixSender(FreightService service, VirtualClock clock, BooleanSupplier closed) {
    this.service = service;
    this.clock = clock;
    this.closed = closed;
  }

  /** Adds fixes whose age and distance in time do not matter. */
  PingResults addFixes(String loadNumber, Iterable<Fix> fixes) {
    StoredLoad load = service.requireLoad(loadNumber);
    Instant now = clock.now();
    PingResults results =
        PingResults.sendEach(
            fixes, fix -> service.pings().receiveInBulk(load, fix, now).refusalCode());
    clock.runDueTasks();
    return results;
  }

  /** Sets the clock to the time at which each fix was sent, and sends it. */
  PingResults send(String loadNumber, Iterable<SentFix> fixes) {
    StoredLoad load = service.requireLoad(loadNumber);
    DriveLimit limit = new DriveLimit(loadNumber, closed);
    String driverToken = load.ids().driverToken();
    return PingResults.sendEach(
        fixes,
        sent -> {
          limit.countFix(load.read(trip -> trip.progress().status().name()));
          clock.set(sent.sentAt());
          return service.pings().receive(driverToken, sent.fix()).refusalCode();
        });
  }
}
