package io.freightsdk.server;

import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.geo.SentFix;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.StoredLoad;
import io.freightsdk.server.time.VirtualClock;
import io.freightsdk.server.view.PingResults;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Adds series of fixes to loads: in bulk, or each at its own time as a phone sends them. */
final class FixSeriesSender {
  private final FreightService service;
  private final VirtualClock clock;
  private final BooleanSupplier closed;

  FixSeriesSender(FreightService service, VirtualClock clock, BooleanSupplier closed) {
    this.service = service;
    this.clock = clock;
    this.closed = closed;
  }

  /** Adds fixes whose age and distance in time do not matter. */
  PingResults addFixes(String loadNumber, Iterable<Fix> fixes) {
    StoredLoad load = service.requireLoad(loadNumber);
    Instant now = clock.now();
    PingResults results =
        sendEach(fixes, fix -> service.pings().receiveInBulk(load, fix, now).refusalCode());
    clock.runDueTasks();
    return results;
  }

  /** Sets the clock to the time at which each fix was sent, and sends it. */
  PingResults send(String loadNumber, Iterable<SentFix> fixes) {
    StoredLoad load = service.requireLoad(loadNumber);
    DriveLimit limit = new DriveLimit(loadNumber, closed);
    String driverToken = load.ids().driverToken();
    return sendEach(
        fixes,
        sent -> {
          limit.countFix(load.read(trip -> trip.progress().status().name()));
          clock.set(sent.sentAt());
          return service.pings().receive(driverToken, sent.fix()).refusalCode();
        });
  }

  /** Sends one fix after the other; {@code send} returns the reason for a refusal, or null. */
  private static <F> PingResults sendEach(Iterable<F> fixes, Function<F, @Nullable String> send) {
    int index = 0;
    List<PingResults.Refused> refused = new ArrayList<>();
    for (F fix : fixes) {
      String refusal = send.apply(fix);
      if (refusal != null) refused.add(new PingResults.Refused(index, refusal));
      index++;
    }
    return new PingResults(index - refused.size(), refused);
  }
}
