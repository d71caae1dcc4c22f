package io.freightsdk.server.service;

import io.freightsdk.model.Operation;
import io.freightsdk.server.domain.eta.Eta;
import io.freightsdk.server.domain.eta.EtaEstimator;
import io.freightsdk.server.domain.eta.EtaEstimator.EtaRules;
import io.freightsdk.server.domain.trip.PositionFigures;
import io.freightsdk.server.domain.trip.Progress;
import io.freightsdk.server.domain.trip.Trip;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.service.Accounts.Caller;
import io.freightsdk.server.service.ServiceContext.Transaction;
import io.freightsdk.server.service.account.Ledger.Reason;
import io.freightsdk.server.service.refusal.Refusal.RefusedException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads positions, each read charged (API description, section 4.2). */
public final class PositionReads {
  private static final int POINTS = 500;

  private final ServiceContext context;

  PositionReads(ServiceContext context) {
    this.context = context;
  }

  /**
   * A load as it was at one moment.
   *
   * @param latest the most recent fixes, oldest first; none when the caller knew them
   */
  public record Reading(
      Load load,
      Instant at,
      Progress progress,
      PositionFigures figures,
      Eta eta,
      List<Fix> latest) {}

  /** The most recent fixes of a load that the caller has from an earlier reading. */
  public record Known(Load load, int fixes) {
    // Fixes are only ever added; and after a restore another load bears the number.
    private boolean areLatestOf(Load current, Trip trip) {
      return load.equals(current) && fixes == trip.track().size();
    }
  }

  /** {@link #read(Caller, Operation, String, Known)} for a caller who knows nothing. */
  public Reading read(Caller caller, Operation operation, String loadNumber) {
    return read(caller, operation, loadNumber, null);
  }

  /**
   * Reads the caller's load and charges for it. The work of a read does not grow with its track.
   *
   * @param known what {@code latest} may be left out for, when it is still the same
   * @throws RefusedException when there is no such load, it is another broker's, or the read cannot
   *     be charged; then nothing was
   */
  public Reading read(
      Caller caller, Operation operation, String loadNumber, @Nullable Known known) {
    while (true) {
      Store store = context.store();
      Load load = ServiceContext.ownLoad(store, caller, loadNumber);
      Instant now = context.now();
      Reading reading = load.withTrip(trip -> reading(load, now, trip, known));
      Reason reason = new Reason(now, operation, loadNumber, null, caller.requestId());
      // A load of a store that has been replaced meanwhile is not paid for in the new one.
      boolean charged =
          context
              .inTransactionOn(store, caller.brokerId(), step -> charge(step, operation, reason))
              .isPresent();
      if (charged) return reading;
    }
  }

  private Transaction charge(Transaction step, Operation operation, Reason reason) {
    BigDecimal price =
        context.billing().authorize(step.store().prices(), step.account(), operation);
    context.billing().settle(step.account(), price, reason);
    return step;
  }

  private static Reading reading(Load load, Instant now, Trip trip, @Nullable Known known) {
    boolean areKnown = known != null && known.areLatestOf(load, trip);
    Progress progress = trip.progress();
    return new Reading(
        load,
        now,
        progress,
        PositionFigures.of(progress, trip.track()),
        EtaEstimator.estimate(progress, trip.track(), now, EtaRules.DEFAULT),
        areKnown ? List.of() : trip.track().latest(POINTS));
  }
}
