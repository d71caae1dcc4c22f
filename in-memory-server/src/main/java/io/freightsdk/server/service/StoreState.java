package io.freightsdk.server.service;

import io.freightsdk.model.DriverResolution;
import io.freightsdk.server.domain.trip.Trip;
import io.freightsdk.server.service.Account.IdempotencyResults;
import io.freightsdk.server.service.Account.IdempotencyResults.Remembered;
import io.freightsdk.server.service.LoadCreation.Outcome;
import io.freightsdk.server.service.TrackedLoad.LoadIds;
import io.freightsdk.server.service.account.AccountState;
import io.freightsdk.server.state.StateStream;
import io.freightsdk.server.view.Sms;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The state of a service in a state file. */
public final class StoreState {
  private final StateStream state;
  private final AccountState accounts;

  public StoreState(StateStream state) {
    this.state = state;
    this.accounts = new AccountState(state);
  }

  public FreightService.Saved saved(FreightService.@Nullable Saved of) {
    return new FreightService.Saved(
        store(of == null ? null : of.store()),
        state.list(of, FreightService.Saved::messages, this::message),
        state.time(of, FreightService.Saved::now),
        state.real(of, FreightService.Saved::pace));
  }

  private Store store(@Nullable Store of) {
    Store store =
        Store.restored(
            accounts.keys(of == null ? null : of.keys()),
            loads(of == null ? null : of.loads()),
            accounts.prices(of == null ? null : of.prices()));
    store.brokers().putAll(state.map(of, all -> new TreeMap<>(all.brokers()), this::account));
    store.trucks().addAll(state.texts(of, all -> new TreeSet<>(all.trucks())));
    return store;
  }

  private Loads loads(@Nullable Loads of) {
    return Loads.restored(state.list(of, Loads::inOrder, this::load));
  }

  private TrackedLoad load(@Nullable TrackedLoad of) {
    LoadIds ids = ids(of == null ? null : of.ids());
    String equipmentType = state.maybeText(of, TrackedLoad::equipmentType);
    Double weight = state.maybeReal(of, TrackedLoad::weight);
    boolean joined = state.flag(of, TrackedLoad::driverJoined);
    Trip trip = of == null ? Trip.state(state, null) : of.withTrip(now -> Trip.state(state, now));
    TrackedLoad load = new TrackedLoad(ids, equipmentType, weight, trip);
    if (joined) load.joinDriver();
    return load;
  }

  private LoadIds ids(@Nullable LoadIds of) {
    return new LoadIds(
        state.text(of, LoadIds::loadNumber),
        state.text(of, LoadIds::brokerId),
        state.time(of, LoadIds::createdAt),
        state.number(of, LoadIds::idHigh),
        state.number(of, LoadIds::idLow),
        state.number(of, LoadIds::trackingBits),
        state.number(of, LoadIds::driverBits),
        state.number(of, LoadIds::lastBits));
  }

  /** The caller must hold the account's lock while it is written. */
  private Account account(@Nullable Account of) {
    Account account =
        new Account(
            state.text(of, Account::brokerId),
            state.text(of, Account::email),
            state.flag(of, Account::registered),
            accounts.ledger(of == null ? null : of.ledger()),
            new IdempotencyResults(state.map(of, one -> one.results().byKey(), this::remembered)),
            state.map(
                of,
                one -> new TreeMap<>(one.loadsByCustomerRef()),
                number -> state.text(number, UnaryOperator.identity())));
    return account.awaitBol(
        state.maybe(of, Account::awaitsBol, awaits -> state.flag(awaits, it -> it)));
  }

  private Remembered remembered(@Nullable Remembered of) {
    return new Remembered(
        state.time(of, Remembered::at),
        state.integer(of, Remembered::bodyHash),
        outcome(of == null ? null : of.outcome()));
  }

  private Outcome outcome(@Nullable Outcome of) {
    return new Outcome(
        ids(of == null ? null : of.load()),
        state.maybe(
            of,
            Outcome::resolution,
            found -> DriverResolution.of(state.text(found, DriverResolution::value))),
        state.maybeText(of, Outcome::unresolvedTruckNumber));
  }

  private Supplier<Sms> message(@Nullable Supplier<Sms> sent) {
    Sms of = sent == null ? null : sent.get();
    Sms sms =
        new Sms(
            state.time(of, Sms::at),
            state.text(of, Sms::phone),
            state.text(of, Sms::loadNumber),
            state.text(of, Sms::text),
            state.text(of, Sms::link));
    return () -> sms;
  }
}
