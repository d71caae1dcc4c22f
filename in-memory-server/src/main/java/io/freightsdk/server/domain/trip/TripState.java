package io.freightsdk.server.domain.trip;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.track.Track;
import io.freightsdk.server.domain.trip.Progress.Closing;
import io.freightsdk.server.domain.trip.Progress.DeliveredBy;
import io.freightsdk.server.domain.trip.Visits.Stand;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
import io.freightsdk.server.domain.trip.Visits.Streak;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.state.StateStream;
import io.freightsdk.server.view.FixExplanation;
import io.freightsdk.server.view.FixExplanation.FenceDistance;
import io.freightsdk.server.view.FixExplanation.FixStreak;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A trip in a state file. */
final class TripState {
  private final StateStream state;

  TripState(StateStream state) {
    this.state = state;
  }

  Progress progress(@Nullable Progress of) {
    return new Progress(
        plan(of == null ? null : of.plan()),
        visits(of == null ? null : of.visits()),
        closing(of == null ? null : of.closing()));
  }

  Track track(@Nullable Track of) {
    Track track = new Track();
    List<Fix> fixes = state.list(of, full -> full.latest(full.size()), this::fix);
    fixes.forEach(track::add);
    return track;
  }

  private TripPlan plan(@Nullable TripPlan of) {
    return new TripPlan(
        state.list(of, TripPlan::stops, this::stop), state.flag(of, TripPlan::awaitsBol));
  }

  private PlannedStop stop(@Nullable PlannedStop of) {
    return new PlannedStop(
        state.integer(of, PlannedStop::sequence),
        StopType.of(state.text(of, stop -> stop.type().value())),
        state.maybe(of, PlannedStop::fence, this::fence),
        state.maybeTime(of, PlannedStop::windowFrom),
        state.maybeTime(of, PlannedStop::windowTo),
        address(of == null ? null : of.address()));
  }

  private PlannedStop.Address address(PlannedStop.@Nullable Address of) {
    return new PlannedStop.Address(
        state.text(of, PlannedStop.Address::street),
        state.text(of, PlannedStop.Address::city),
        state.text(of, PlannedStop.Address::state),
        state.text(of, PlannedStop.Address::zip),
        state.text(of, PlannedStop.Address::facilityName),
        state.text(of, PlannedStop.Address::precision));
  }

  private Fence fence(@Nullable Fence of) {
    Coordinates center = coordinates(of == null ? null : of.center());
    return new Fence(center, state.real(of, Fence::radiusMeters));
  }

  private Coordinates coordinates(@Nullable Coordinates of) {
    return new Coordinates(state.real(of, Coordinates::lat), state.real(of, Coordinates::lng));
  }

  private Visits visits(@Nullable Visits of) {
    return new Visits(
        state.list(of, Visits::stops, this::visit),
        state.maybe(of, Visits::inside, this::streak),
        state.maybe(of, Visits::outside, this::streak),
        state.maybe(of, Visits::ahead, this::streak),
        state.maybe(of, Visits::stand, this::stand));
  }

  private StopVisit visit(@Nullable StopVisit of) {
    return new StopVisit(
        state.maybeTime(of, StopVisit::arrivedAt),
        state.maybeTime(of, StopVisit::arrivalKnownAt),
        state.maybeTime(of, StopVisit::closedAt),
        state.maybeTime(of, StopVisit::closingKnownAt));
  }

  private Streak streak(@Nullable Streak of) {
    return new Streak(
        state.integer(of, Streak::stop),
        state.integer(of, Streak::fixes),
        state.time(of, Streak::since),
        state.flag(of, Streak::sharp));
  }

  private Stand stand(@Nullable Stand of) {
    return new Stand(
        coordinates(of == null ? null : of.at()),
        state.time(of, Stand::since),
        state.time(of, Stand::until),
        state.maybeTime(of, Stand::leftAt));
  }

  private Closing closing(@Nullable Closing of) {
    return new Closing(
        state.maybeTime(of, Closing::deliveredAt),
        state.maybe(of, Closing::deliveredBy, this::deliveredBy),
        state.maybeTime(of, Closing::bolReceivedAt),
        state.maybeTime(of, Closing::bolConfirmedAt),
        state.maybeTime(of, Closing::cancelledAt));
  }

  private DeliveredBy deliveredBy(@Nullable DeliveredBy of) {
    return DeliveredBy.valueOf(state.text(of, DeliveredBy::name));
  }

  private Fix fix(@Nullable Fix of) {
    return new Fix(
        state.time(of, Fix::time),
        coordinates(of == null ? null : of.at()),
        state.maybeReal(of, Fix::accuracyMeters),
        state.maybeReal(of, Fix::speedMph),
        state.maybe(of, Fix::heading, value -> state.integer(value, Integer::longValue)));
  }

  FixExplanation refusal(@Nullable FixExplanation of) {
    return new FixExplanation(
        fix(of == null ? null : of.fix()),
        state.maybeText(of, FixExplanation::refusal),
        state.text(of, FixExplanation::quality),
        state.list(of, FixExplanation::fences, this::distance),
        state.maybe(of, FixExplanation::streak, this::explainedStreak),
        LoadStatus.of(state.text(of, fix -> fix.before().value())),
        LoadStatus.of(state.text(of, fix -> fix.after().value())),
        state.texts(of, FixExplanation::events));
  }

  private FenceDistance distance(@Nullable FenceDistance of) {
    return new FenceDistance(
        state.integer(of, FenceDistance::sequence),
        state.maybeReal(of, FenceDistance::meters),
        state.text(of, FenceDistance::side));
  }

  private FixStreak explainedStreak(@Nullable FixStreak of) {
    return new FixStreak(
        state.text(of, FixStreak::kind),
        state.integer(of, FixStreak::sequence),
        state.integer(of, FixStreak::fixes),
        state.time(of, FixStreak::since));
  }
}
