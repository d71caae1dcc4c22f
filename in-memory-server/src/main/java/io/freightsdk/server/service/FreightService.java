package io.freightsdk.server.service;

import io.freightsdk.server.journal.SmsLog;
import io.freightsdk.server.service.Ids.Links;
import io.freightsdk.server.service.order.OrderReader;
import io.freightsdk.server.time.VirtualClock;
import io.freightsdk.server.view.Sms;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One service: its operations over one store. */
public final class FreightService {
  private final ServiceContext context;
  private final Accounts accounts;
  private final LoadCreation creation;
  private final PositionReads positions;
  private final Deliveries deliveries;
  private final Pings pings;
  private final Tracking tracking;
  private final OrderReader orders;

  /**
   * An empty service.
   *
   * @param ids fills the bytes from which identifiers, tokens and keys are made
   * @param baseUrl the base of its links; called when a link is made
   */
  public FreightService(
      VirtualClock clock,
      Consumer<byte[]> ids,
      ServiceSettings settings,
      FaultPlan faults,
      SmsLog sms,
      Supplier<String> baseUrl) {
    this.context =
        new ServiceContext(
            clock,
            new Ids(ids),
            settings,
            new Billing(faults),
            sms,
            new Links(baseUrl),
            new AtomicReference<>(new Store()));
    this.accounts = new Accounts(context);
    this.orders = new OrderReader(settings.windowLength(), settings.fenceRadii());
    this.creation = new LoadCreation(context);
    this.positions = new PositionReads(context);
    this.deliveries = new Deliveries(context);
    this.pings = new Pings(context, deliveries);
    this.tracking = new Tracking(context);
  }

  public Accounts accounts() {
    return accounts;
  }

  public OrderReader orders() {
    return orders;
  }

  public LoadCreation creation() {
    return creation;
  }

  public PositionReads positions() {
    return positions;
  }

  public Deliveries deliveries() {
    return deliveries;
  }

  public Pings pings() {
    return pings;
  }

  public Tracking tracking() {
    return tracking;
  }

  public Links links() {
    return context.links();
  }

  public @Nullable Load load(String loadNumber) {
    return context.store().loads().find(loadNumber);
  }

  /**
   * The load with this number.
   *
   * @throws IllegalArgumentException when there is none
   */
  public Load knownLoad(String loadNumber) {
    Load load = load(loadNumber);
    if (load == null) throw new IllegalArgumentException("no load " + loadNumber);
    return load;
  }

  /** Runs all tasks that are due by now. */
  public void settle() {
    context.clock().settle();
  }

  /** The {@code limit} loads created last but for the {@code offset} newer ones, newest first. */
  public List<Load> newestLoads(int offset, int limit) {
    return context.store().loads().newest(offset, limit);
  }

  /** The latest changes of loads; another object once the state was reset or restored. */
  public LoadChanges loadChanges() {
    return context.store().loads().changes();
  }

  public int loadCount() {
    return context.store().loads().size();
  }

  /** Registers a truck, so that loads that name it are assigned to its driver. */
  public void addTruck(String truckNumber) {
    context.store().addTruck(truckNumber);
  }

  /** The present state: accounts, loads, messages, time. */
  public Saved save() {
    Store store = context.store();
    return store.holdingAll(
        () ->
            new Saved(
                store.copy(), context.sms().messages(), context.now(), context.clock().scale()));
  }

  /** Restores a saved state and runs {@code also}. The saved state can be used again. */
  public void restore(Saved saved, Runnable also) {
    Store store = saved.store.copy();
    context.replaceStore(
        store,
        () -> {
          context.sms().restore(saved.messages);
          context.clock().restart(saved.now);
          context.clock().pace(saved.pace);
          also.run();
        });
    // Scheduled tasks are made again from the loads, so no snapshot can lose them.
    store.loads().all().forEach(deliveries::awaitBol);
  }

  /** Deletes everything and starts again at this time. */
  public void reset(Instant start) {
    context.replaceStore(
        new Store(),
        () -> {
          context.sms().clear();
          context.clock().restart(start);
        });
  }

  /**
   * A saved state; nothing changes it.
   *
   * @param pace seconds of its time per second of the machine
   */
  public record Saved(Store store, List<Sms> messages, Instant now, double pace) {
    public int loads() {
      return store.loads().size();
    }
  }
}
