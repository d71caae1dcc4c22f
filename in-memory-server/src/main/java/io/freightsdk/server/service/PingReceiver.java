package io.freightsdk.server.service;

import io.freightsdk.server.domain.ping.PingReader;
import io.freightsdk.server.domain.ping.PingReader.RawPing;
import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.domain.ping.PingVerdict;
import io.freightsdk.server.domain.ping.PingVerdict.PingRefusal;
import io.freightsdk.server.domain.trip.LoadTrip;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.view.PingResults;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Receives all fixes: from phones, simulated drivers and the test control. */
public final class PingReceiver {
  private final FreightService service;
  private final LoadClosing closing;

  PingReceiver(FreightService service, LoadClosing closing) {
    this.service = service;
    this.closing = closing;
  }

  /**
   * Receives a ping of a phone. Its body is checked before its token. The verdict refuses an
   * unknown or expired link.
   */
  public PingVerdict receive(String driverToken, RawPing ping) {
    PingRules rules = service.settings().pingRules();
    return receiveChecked(driverToken, PingReader.read(ping, service.now(), rules), rules);
  }

  /** Receives a fix of a simulated phone. The verdict refuses an unknown or expired link. */
  public PingVerdict receive(String driverToken, Fix fix) {
    PingRules rules = service.settings().pingRules();
    return receiveChecked(driverToken, PingReader.check(fix, service.now(), rules), rules);
  }

  /** Receives a ping of a bulk request, which arrived {@code now}. */
  public PingVerdict receiveInBulk(StoredLoad load, RawPing ping, Instant now) {
    return keepOrRefuse(load, PingReader.read(ping, now, PingRules.BULK), PingRules.BULK);
  }

  /** Receives a fix of a bulk request, which arrived {@code now}. */
  public PingVerdict receiveInBulk(StoredLoad load, Fix fix, Instant now) {
    return keepOrRefuse(load, PingReader.check(fix, now, PingRules.BULK), PingRules.BULK);
  }

  /** Receives pings in their order; {@code receive} returns the reason for a refusal, or null. */
  public static <T> PingResults receiveEach(
      Iterable<T> pings, Function<T, @Nullable String> receive) {
    int index = 0;
    List<PingResults.Refused> refused = new ArrayList<>();
    for (T ping : pings) {
      String reason = receive.apply(ping);
      if (reason != null) refused.add(new PingResults.Refused(index, reason));
      index++;
    }
    return new PingResults(index - refused.size(), refused);
  }

  public String newPingId() {
    return service.ids().newUuid().toString();
  }

  private PingVerdict receiveChecked(String driverToken, PingVerdict checked, PingRules rules) {
    StoredLoad load = service.store().loads().findByDriverToken(driverToken);
    if (load != null) return keepOrRefuse(load, refuseIfLinkExpired(load, checked), rules);
    return checked.isAccepted() ? PingVerdict.refused(null, PingRefusal.UNKNOWN_DRIVER) : checked;
  }

  /** An expired link accepts no fix, not even an old fix that was stored on the phone. */
  private PingVerdict refuseIfLinkExpired(StoredLoad load, PingVerdict checked) {
    Fix fix = checked.fix();
    boolean isTooLate = service.linkAccess().hasExpired(load.read(LoadTrip::progress));
    return isTooLate && fix != null && checked.isAccepted()
        ? PingVerdict.refused(fix, PingRefusal.TRACKING_ENDED)
        : checked;
  }

  /** Checks a ping against the trip of its load, and then schedules what its fix has changed. */
  private PingVerdict keepOrRefuse(StoredLoad load, PingVerdict checked, PingRules rules) {
    Fix fix = checked.fix();
    // A ping without valid coordinates is not a fix. Every other ping is kept for explain.
    if (fix == null) return checked;
    PingRefusal refusal = checked.refusal();
    if (refusal != null) return load.changeAndGet(trip -> trip.refuse(fix, refusal));

    Instant bolDueBefore = bolDueAt(load);
    PingVerdict verdict = load.changeByDriver(trip -> trip.offer(fix, rules));
    if (!verdict.isAccepted()) return verdict;
    if (!Objects.equals(bolDueBefore, bolDueAt(load))) closing.scheduleBolTimeout(load);
    closing.scheduleSilentArrival(load);
    return verdict;
  }

  private static @Nullable Instant bolDueAt(StoredLoad load) {
    return load.read(trip -> trip.progress().bolDueAt());
  }
}
