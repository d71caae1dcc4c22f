package io.freightsdk.server.service;

import io.freightsdk.server.domain.ping.PingReader;
import io.freightsdk.server.domain.ping.PingReader.RawPing;
import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.domain.ping.PingVerdict;
import io.freightsdk.server.domain.ping.PingVerdict.PingRefusal;
import io.freightsdk.server.domain.trip.Trip;
import io.freightsdk.server.geo.Fix;
import java.time.Instant;
import java.util.Objects;

/** Receives all fixes: from phones, simulated drivers and the test control. */
public final class Pings {
  private final FreightService service;
  private final Deliveries deliveries;

  Pings(FreightService service, Deliveries deliveries) {
    this.service = service;
    this.deliveries = deliveries;
  }

  /** Receives a ping of a phone. Its body is checked before its token. */
  public PingVerdict receive(String driverToken, RawPing ping) {
    PingRules rules = service.settings().pingRules();
    return receive(driverToken, PingReader.read(ping, service.now(), rules), rules);
  }

  /** Receives a fix of a simulated phone. */
  public PingVerdict receive(String driverToken, Fix fix) {
    PingRules rules = service.settings().pingRules();
    return receive(driverToken, PingReader.check(fix, service.now(), rules), rules);
  }

  private PingVerdict receive(String driverToken, PingVerdict verdict, PingRules rules) {
    StoredLoad load = service.store().loads().findByDriverToken(driverToken);
    if (load != null) return offer(load, refuseIfLinkExpired(load, verdict), rules);
    return verdict.isAccepted() ? PingVerdict.refused(null, PingRefusal.UNKNOWN_DRIVER) : verdict;
  }

  /** An expired link accepts no fix, not even an old fix that was stored on the phone. */
  private PingVerdict refuseIfLinkExpired(StoredLoad load, PingVerdict verdict) {
    Fix fix = verdict.fix();
    boolean isTooLate = service.linkAccess().hasExpired(load.read(Trip::progress));
    return isTooLate && fix != null && verdict.isAccepted()
        ? PingVerdict.refused(fix, PingRefusal.TRACKING_ENDED)
        : verdict;
  }

  /** Receives a ping of a bulk request, which was checked by {@link PingRules#BULK}. */
  public PingVerdict receiveInBulk(StoredLoad load, PingVerdict verdict) {
    return offer(load, verdict, PingRules.BULK);
  }

  public String newPingId() {
    return service.ids().newUuid().toString();
  }

  private PingVerdict offer(StoredLoad load, PingVerdict verdict, PingRules rules) {
    Fix fix = verdict.fix();
    // A ping without valid coordinates is not a fix. Every other ping is kept for explain.
    if (fix == null) return verdict;
    PingRefusal refusal = verdict.refusal();
    if (refusal != null) return load.changeAndGet(trip -> trip.refuse(fix, refusal));

    Outcome outcome = load.changeByDriver(trip -> offer(trip, fix, rules));
    if (outcome.bolDueAtChanged) deliveries.scheduleBolTimeout(load);
    if (outcome.verdict.isAccepted()) deliveries.scheduleSilentArrival(load);
    return outcome.verdict;
  }

  private static Outcome offer(Trip trip, Fix fix, PingRules rules) {
    Instant dueBefore = trip.progress().bolDueAt();
    PingVerdict verdict = trip.offer(fix, rules);
    return new Outcome(verdict, !Objects.equals(dueBefore, trip.progress().bolDueAt()));
  }

  private record Outcome(PingVerdict verdict, boolean bolDueAtChanged) {}
}
