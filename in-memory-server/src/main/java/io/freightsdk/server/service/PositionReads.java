package io.freightsdk.server.service;

import io.freightsdk.model.Operation;
import io.freightsdk.server.domain.eta.Eta;
import io.freightsdk.server.domain.eta.EtaEstimator;
import io.freightsdk.server.domain.trip.LoadTrip;
import io.freightsdk.server.domain.trip.PositionFigures;
import io.freightsdk.server.domain.trip.Progress;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.service.AccountManager.Caller;
import io.freightsdk.server.service.account.Ledger.EntryDetails;
import io.freightsdk.server.service.refusal.RefusedException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads positions ({@code getLoadPosition}) and charges each read. */
public final class PositionReads {
  private final FreightService service;

  PositionReads(FreightService service) {
    this.service = service;
  }

  /**
   * The position of a load at one moment.
   *
   * @param points its latest fixes, oldest first
   */
  public record PositionSnapshot(
      StoredLoad load, Progress progress, PositionFigures figures, Eta eta, List<Fix> points) {
    public static PositionSnapshot of(StoredLoad load, LoadTrip trip, Instant now, int points) {
      Progress progress = trip.progress();
      return new PositionSnapshot(
          load,
          progress,
          PositionFigures.of(progress, trip.track()),
          EtaEstimator.estimate(progress, trip.track(), now),
          trip.track().latestFixes(points));
    }

    /** Its latest fix; null before the first. */
    public @Nullable Fix lastFix() {
      return points.isEmpty() ? null : points.get(points.size() - 1);
    }
  }

  /**
   * Reads the caller's load and charges for it. The work of a read does not grow with its track.
   *
   * @param points number of the latest fixes to read
   * @throws RefusedException if there is no such load, it belongs to another broker, or the read
   *     cannot be charged; then nothing was charged
   */
  public PositionSnapshot readAndCharge(
      Caller caller, Operation operation, String loadNumber, int points) {
    return service.inTransaction(
        caller.brokerId(),
        transaction -> {
          StoredLoad load = FreightService.requireOwnLoad(transaction.store(), caller, loadNumber);
          Instant now = service.now();
          PositionSnapshot snapshot =
              load.read(trip -> PositionSnapshot.of(load, trip, now, points));
          transaction.debit(
              transaction.requirePayable(operation),
              new EntryDetails(now, operation, loadNumber, null, caller.requestId()));
          return snapshot;
        });
  }
}
