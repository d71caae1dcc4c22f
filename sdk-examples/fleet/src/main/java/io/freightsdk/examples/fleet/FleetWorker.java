package io.freightsdk.examples.fleet;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import io.freightsdk.FreightClient;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.watch.FleetWatch;
import io.freightsdk.watch.FreightWatches;
import io.freightsdk.watch.PollPlan;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * One worker of a fleet. Start as many as you like, on as many machines as you like, over one
 * database: each watch runs on one of them at a time, and on another when that one dies.
 *
 * <p>The service comes from {@code FREIGHT_BASE_URL} and {@code FREIGHT_AGENT_KEY}, the rest from
 * {@link FleetSettings}. Arguments are numbers of loads to watch; a load that is watched already
 * stays so.
 */
public final class FleetWorker implements AutoCloseable {
  private final FleetDatabase database;
  private final SpendLedger ledger;
  private final FreightClient client;
  private final FleetWatch fleet;
  private final Scheduler scheduler;

  FleetWorker(FleetSettings settings, String name) {
    database = new FleetDatabase(settings.databaseUrl(), settings.threads() + 4);
    // One ledger for the whole fleet: its limits are those of all workers together.
    ledger = SpendLedger.jdbc(database.dataSource(), "fleet");
    client = FreightClient.builder().spendGuard(ledger.guard()).build();
    // It follows no load itself: each load is a task of db-scheduler, on the fleet's budget.
    fleet = FreightWatches.of(client).watchFleet(settings.fleet());
    PollPlan given = settings.plan();
    WatchTask watch =
        new WatchTask(
            client,
            fleet.callOptions(),
            database,
            given == null ? fleet.plan() : given,
            name,
            Clock.systemUTC());
    scheduler =
        Scheduler.create(database.dataSource(), List.of(watch.task()))
            .schedulerName(new SchedulerName.Fixed(name))
            .serializer(new WatchedLoadJson())
            .threads(settings.threads())
            .pollingInterval(Duration.ofSeconds(1))
            .heartbeatInterval(settings.heartbeat())
            .build();
  }

  /** Watches a load from now on, wherever a worker is free. */
  void watch(String loadNumber) {
    scheduler.scheduleIfNotExists(
        WatchTask.DESCRIPTOR.instance(loadNumber).data(WatchedLoad.NEW).build(), Instant.now());
  }

  void start() {
    scheduler.start();
  }

  @Override
  public void close() {
    scheduler.stop();
    fleet.close();
    client.close();
    ledger.close();
    database.close();
  }

  /** Works until it is ended. */
  public static void main(String[] loadNumbers) throws InterruptedException {
    String name = "worker-" + ProcessHandle.current().pid();
    FleetWorker worker = new FleetWorker(FleetSettings.from(System.getenv()), name);
    Runtime.getRuntime().addShutdownHook(new Thread(worker::close, "fleet-shutdown"));
    for (String loadNumber : loadNumbers) {
      worker.watch(loadNumber);
    }
    worker.start();
    System.out.println(name + " is working");
    new CountDownLatch(1).await();
  }
}
