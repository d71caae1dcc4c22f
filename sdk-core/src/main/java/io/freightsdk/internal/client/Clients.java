package io.freightsdk.internal.client;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.internal.engine.CallEngine;
import io.freightsdk.internal.engine.CallObserver;
import io.freightsdk.internal.engine.Environment;
import io.freightsdk.internal.engine.MoneyHooks;
import io.freightsdk.internal.reads.CacheSource;
import io.freightsdk.internal.reads.SharedReads;
import io.freightsdk.internal.retry.RetryBudget;
import io.freightsdk.internal.transport.DaemonThreads;
import io.freightsdk.internal.transport.OkHttpTransport;
import io.freightsdk.internal.transport.OkioCheck;
import io.freightsdk.internal.transport.Transport;
import io.freightsdk.internal.watch.AlarmClock;
import io.freightsdk.internal.watch.ReadGate;
import io.freightsdk.internal.watch.WatchWorld;
import io.freightsdk.internal.watch.Watches;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Pricing;
import io.freightsdk.watch.PositionCache;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;

/** Puts a client together: transport, engine, money, faces. */
public final class Clients {
  /** Half of the default connections, so that watches never crowd out the application's calls. */
  private static final int WATCH_READS_AT_ONCE = 32;

  private Clients() {}

  /**
   * Makes a client.
   *
   * @throws IllegalStateException when the okio on the class path is too old
   */
  public static FreightClient create(ClientSettings settings) {
    OkioCheck.requireUsableOkio();
    ExecutorService threads = DaemonThreads.pool("freight-client");
    Transport transport =
        new OkHttpTransport(
            settings.httpClient(),
            threads,
            settings.transport(),
            settings.environment().nanoTime());
    CallEngine freeEngine = engine(settings, transport, threads);
    Operations operations =
        new Operations(
            settings.baseUrl(),
            new RequestHeaders(settings.userAgent(), settings.headers()),
            settings.environment().idempotencyKeys());
    Environment world = settings.environment();
    MoneyHooks money =
        settings.money().create(new EngineReads(new Calls(freeEngine), operations), world);
    CallEngine engine = freeEngine.withMoney(money);
    SharedReads reads = sharedReads(settings, threads, money);
    Calls calls = new Calls(engine, reads);
    Watches watches =
        new Watches(
            new WatchWorld(
                new EngineWatchedReads(calls, operations),
                new AlarmClock(world.clock(), world.timer(), threads),
                new ReadGate(WATCH_READS_AT_ONCE),
                settings.limits().retryPolicy()));
    Runnable shutdown =
        () -> {
          watches.close();
          reads.close();
          engine.close();
          money.close();
          freeEngine.close();
          settings.environment().timer().close();
          transport.close();
        };
    return new BlockingClient(calls, operations, watches, shutdown);
  }

  private static SharedReads sharedReads(
      ClientSettings settings, ExecutorService threads, MoneyHooks money) {
    Environment world = settings.environment();
    PositionCache shared = settings.positionCache();
    CacheSource cache =
        shared == null
            ? null
            : new CacheSource(
                shared, settings.baseUrl().toString(), settings.agentKey(), world.timer(), threads);
    return new SharedReads(world, threads, settings.limits().deadline(), cache, money::shared);
  }

  private static CallEngine engine(
      ClientSettings settings, Transport transport, ExecutorService threads) {
    return new CallEngine(
        settings.environment(),
        settings.limits(),
        transport,
        threads,
        settings.agentKey(),
        new CallObserver(settings.listeners()),
        new RetryBudget(settings.retryBudget()),
        MoneyHooks.NONE);
  }

  /** Reads prices and balances below the hooks that ask for them. */
  private record EngineReads(Calls calls, Operations operations) implements MoneyHooks.FreeReads {
    @Override
    public CompletableFuture<Pricing> pricing() {
      return calls.asyncValue(() -> operations.getPricing(CallOptions.DEFAULT));
    }

    @Override
    public CompletableFuture<Balance> balance() {
      return calls.asyncValue(() -> operations.getBalance(CallOptions.DEFAULT));
    }
  }
}
