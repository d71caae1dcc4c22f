package io.freightsdk.server.service;

import io.freightsdk.model.DriverResolution;
import io.freightsdk.model.Operation;
import io.freightsdk.server.domain.trip.LoadTrip;
import io.freightsdk.server.domain.trip.TripPlan;
import io.freightsdk.server.service.AccountManager.Caller;
import io.freightsdk.server.service.FreightService.Transaction;
import io.freightsdk.server.service.IdempotencyResults.StoredResult;
import io.freightsdk.server.service.StoredLoad.LoadIds;
import io.freightsdk.server.service.account.Ledger.EntryDetails;
import io.freightsdk.server.service.order.OrderReader.LoadOrder;
import io.freightsdk.server.service.refusal.RefusedException;
import io.freightsdk.server.view.Sms;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Creates loads ({@code createLoad}). One transaction checks the key and the customerRef, debits
 * the price, stores the load and texts its driver. So concurrent calls with one key wait for the
 * first.
 */
public final class LoadCreation {
  private final FreightService service;

  LoadCreation(FreightService service) {
    this.service = service;
  }

  /**
   * The request.
   *
   * @param idempotencyKey null if the caller sent none
   * @param bodyHash detects a different body under the same key
   * @param links creates the link in the message to the driver
   */
  public record Request(
      Operation operation,
      LoadOrder order,
      @Nullable String idempotencyKey,
      int bodyHash,
      LoadLinks links) {}

  /**
   * The result.
   *
   * @param replayed whether this is the earlier result under the same key, unchanged
   * @param differentBody whether the earlier result was for a different body
   */
  public record Result(Outcome outcome, boolean replayed, boolean differentBody) {}

  /**
   * The new or existing load of a creation.
   *
   * @param resolution how its driver was found; null if the load already existed under its
   *     customerRef, so that nothing was created or charged
   * @param unresolvedTruckNumber the truck number that matched no truck; null if none was given or
   *     it matched
   */
  public record Outcome(
      LoadIds load, @Nullable DriverResolution resolution, @Nullable String unresolvedTruckNumber) {
    /** Whether the load existed under its customerRef, so that this creation was free. */
    public boolean isExisting() {
      return resolution == null;
    }
  }

  /**
   * Creates a load, or returns the existing load.
   *
   * @throws RefusedException if the call cannot be charged; then nothing was created
   */
  public Result create(Caller caller, Request request) {
    return service.inTransaction(
        caller.brokerId(), transaction -> findOrCreate(transaction, caller, request));
  }

  private Result findOrCreate(Transaction transaction, Caller caller, Request request) {
    Account account = transaction.account();
    Instant now = service.now();
    String key = request.idempotencyKey();
    StoredResult earlier = key == null ? null : account.idempotencyResults().find(key, now);
    if (earlier != null) {
      return new Result(earlier.outcome(), true, request.bodyHash() != earlier.bodyHash());
    }
    String customerRef = request.order().customerRef();
    LoadIds existing = customerRef == null ? null : account.loadsByCustomerRef().get(customerRef);
    Outcome outcome =
        existing == null
            ? createNew(transaction, caller, request, now)
            : new Outcome(existing, null, null);
    if (key != null)
      account.idempotencyResults().store(key, new StoredResult(now, request.bodyHash(), outcome));
    return new Result(outcome, false, false);
  }

  private Outcome createNew(Transaction transaction, Caller caller, Request request, Instant now) {
    Store store = transaction.store();
    BigDecimal price = transaction.requirePayable(request.operation());
    LoadOrder order = request.order();
    TripPlan plan = new TripPlan(order.stops(), awaitsBol(transaction));
    StoredLoad load =
        store
            .loads()
            .add(
                now.atOffset(ZoneOffset.UTC).getYear(),
                number ->
                    new StoredLoad(
                        service.ids().newLoadIds(number, caller.brokerId(), now),
                        order,
                        new LoadTrip(plan)));
    LoadIds ids = load.ids();
    String customerRef = order.customerRef();
    if (customerRef != null) transaction.account().loadsByCustomerRef().put(customerRef, ids);
    EntryDetails details =
        new EntryDetails(
            now,
            request.operation(),
            ids.loadNumber(),
            request.idempotencyKey(),
            caller.requestId());
    transaction.debit(price, details);
    String link = request.links().driverWeb(ids.driverToken());
    service.sms().send(new Sms(now, order.driverPhone(), ids.loadNumber(), link));
    return resolveDriver(store, ids, order);
  }

  private boolean awaitsBol(Transaction transaction) {
    Boolean ofBroker = transaction.account().awaitsBol();
    return ofBroker == null ? service.settings().awaitsBol() : ofBroker;
  }

  /** Finds the driver by the phone, otherwise by the truck number. */
  private static Outcome resolveDriver(Store store, LoadIds ids, LoadOrder order) {
    String truckNumber = order.freight().truckNumber();
    boolean isKnown =
        store.trucks().hasDriverPhone(order.driverPhone())
            || (truckNumber != null && store.trucks().hasTruck(truckNumber));
    if (isKnown) return new Outcome(ids, DriverResolution.BOUND, null);
    return truckNumber == null
        ? new Outcome(ids, DriverResolution.NONE, null)
        : new Outcome(ids, DriverResolution.UNRESOLVED_TRUCK, truckNumber);
  }
}
