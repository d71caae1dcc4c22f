package io.freightsdk.server.service;

import io.freightsdk.server.domain.ping.PingReader;
import io.freightsdk.server.domain.ping.PingReading;
import io.freightsdk.server.domain.ping.PingRefusal;
import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.domain.ping.RawPing;
import io.freightsdk.server.domain.trip.PingVerdict;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.service.load.Load;
import java.time.Instant;
import java.util.Objects;

/**
 * The one door through which fixes come in: from phones, simulated drivers, and the test control.
 */
public final class Pings {
  private final ServiceContext context;
  private final Deliveries deliveries;

  Pings(ServiceContext context, Deliveries deliveries) {
    this.context = context;
    this.deliveries = deliveries;
  }

  /** What became of a ping. */
  public sealed interface Outcome {
    /** Kept as a fix of the track. */
    record Kept(String pingId, boolean lowConfidence) implements Outcome {}

    /** Not kept. */
    record Refused(PingRefusal reason) implements Outcome {}

    /** No load has this driver token. */
    record UnknownDriver() implements Outcome {}
  }

  /** Takes a ping of a driver's phone. */
  public Outcome receive(String driverToken, RawPing ping) {
    PingRules rules = context.settings().pingRules();
    // The body is judged before the token, as the service does.
    PingReading reading = PingReader.read(ping, context.now(), rules);
    Load load = context.store().loads().findByDriverToken(driverToken);
    if (reading instanceof PingReading.Refused refused) {
      return load == null ? new Outcome.Refused(refused.reason()) : refuse(load, refused);
    }
    if (load == null) return new Outcome.UnknownDriver();
    return offer(load, ((PingReading.Read) reading).fix(), rules);
  }

  /** Takes a ping for a load, under {@code rules}, as if it came at {@code now}. */
  public Outcome receive(Load load, RawPing ping, PingRules rules, Instant now) {
    PingReading reading = PingReader.read(ping, now, rules);
    return reading instanceof PingReading.Read read
        ? offer(load, read.fix(), rules)
        : refuse(load, (PingReading.Refused) reading);
  }

  private Outcome offer(Load load, Fix fix, PingRules rules) {
    load.joinDriver();
    PingVerdict verdict = load.withTrip(trip -> trip.offer(fix, rules));
    if (verdict instanceof PingVerdict.Refused refused) {
      return new Outcome.Refused(refused.reason());
    }
    boolean startsToWait = !Objects.equals(verdict.before().bolDueAt(), verdict.after().bolDueAt());
    if (startsToWait) deliveries.awaitBol(load);
    boolean lowConfidence = ((PingVerdict.Accepted) verdict).lowConfidence();
    return new Outcome.Kept(context.ids().uuid(), lowConfidence);
  }

  /** A ping that names a place is kept for {@code explain}; any other is no fix at all. */
  private static Outcome refuse(Load load, PingReading.Refused refused) {
    Fix fix = refused.fix();
    if (fix != null) load.withTrip(trip -> trip.refuse(fix, refused.reason()));
    return new Outcome.Refused(refused.reason());
  }
}
