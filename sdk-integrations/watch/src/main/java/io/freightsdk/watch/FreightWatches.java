package io.freightsdk.watch;

import io.freightsdk.FreightClient;
import io.freightsdk.internal.client.ClientSettings;
import io.freightsdk.internal.fleet.Fleet;
import io.freightsdk.internal.watch.AlarmClock;
import io.freightsdk.internal.watch.ReadGate;
import io.freightsdk.internal.watch.WatchThreads;
import io.freightsdk.internal.watch.WatchWorld;
import io.freightsdk.internal.watch.Watches;
import io.freightsdk.spend.LedgerGuard;
import java.time.Clock;
import java.util.Objects;

/**
 * The watches of one client: they read its loads when a change is likely, and tell the changes as
 * typed events.
 *
 * <pre>{@code
 * try (FreightWatches watches = FreightWatches.of(client)) {
 *   watches.watch(load.loadNumber(), WatchOptions.DEFAULT).forEach(event -> log(event));
 * }
 * }</pre>
 *
 * <p>Make one for each client and keep it. Its watches end when it is closed; close it before the
 * client. It has threads of its own, none while no watch waits. Safe for concurrent use.
 */
public final class FreightWatches implements AutoCloseable {
  /** Half of a client's default connections, so that watches never crowd out other calls. */
  private static final int READS_AT_ONCE = 32;

  private final WatchThreads threads = new WatchThreads();
  private final Watches watches;

  private FreightWatches(FreightClient client, Clock clock) {
    WatchWorld.Budgets budgets =
        ClientSettings.guard(client) instanceof LedgerGuard guard
            ? WatchWorld.Budgets.of(guard, threads)
            : null;
    AlarmClock alarm = new AlarmClock(clock, threads, threads);
    watches =
        new Watches(
            new WatchWorld(
                WatchWorld.Reads.of(client, threads),
                budgets,
                alarm,
                new ReadGate(READS_AT_ONCE),
                ClientSettings.retryPolicy(client),
                threads));
  }

  /** Watches that go by the clock of this machine. */
  public static FreightWatches of(FreightClient client) {
    return of(client, Clock.systemUTC());
  }

  /**
   * Watches that go by another clock, such as one that a test moves.
   *
   * @param clock the time of day; give the client the same one
   */
  public static FreightWatches of(FreightClient client, Clock clock) {
    Objects.requireNonNull(clock, "clock");
    return new FreightWatches(Objects.requireNonNull(client, "client"), clock);
  }

  /**
   * Watches a load: reads it when its plan expects a change, and reports the changes as typed
   * events. Nothing is read or paid until a subscriber requests events. The watch ends when the
   * load reaches a terminal status, when its budget is spent, or when it or this is closed.
   *
   * @throws IllegalArgumentException when {@code options.resumeFrom()} is a reading of another
   *     load, or there is a budget and the client has no spend ledger
   * @throws io.freightsdk.error.FreightCancelledException when this is closed
   */
  public LoadWatch watch(String loadNumber, WatchOptions options) {
    Watches.requireLoadNumber(loadNumber);
    return watches.open(loadNumber, Objects.requireNonNull(options, "options"));
  }

  /**
   * Watches many loads on one budget: each read goes to the load where it is expected to save the
   * most delay. Loads can be added and removed at any time; nothing is read until there is a
   * subscriber. The budget is a spend limit: all clients that share the client's spend ledger keep
   * it together. With a {@link FleetOptions#store()} each instance of an application makes the same
   * fleet, and one of them follows its loads.
   *
   * @throws IllegalArgumentException when the client has no spend ledger
   * @throws io.freightsdk.error.FreightCancelledException when this is closed
   */
  public FleetWatch watchFleet(FleetOptions options) {
    Objects.requireNonNull(options, "options");
    FleetStore store = options.store();
    return watches.opened(
        new Fleet(options, watches.world(), store == null ? null : store.tables()));
  }

  /** Watches and fleets that have a subscriber, for metrics. */
  public int followed() {
    return watches.followed();
  }

  /** Ends all watches, which completes their subscribers. Idempotent. */
  @Override
  public void close() {
    watches.close();
    threads.close();
  }
}
