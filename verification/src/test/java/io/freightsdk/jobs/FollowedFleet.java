package io.freightsdk.jobs;

import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.internal.jobs.rows.JobRows;
import io.freightsdk.internal.jobs.rows.LoadRows;
import io.freightsdk.internal.jobs.rows.ReadPace;
import io.freightsdk.internal.jobs.rules.FollowedLoad;
import io.freightsdk.internal.jobs.rules.Intervals;
import io.freightsdk.internal.jobs.tasks.FailureLog;
import io.freightsdk.internal.jobs.tasks.JobsContext;
import io.freightsdk.internal.jobs.tasks.ListenerCalls;
import io.freightsdk.internal.jobs.tasks.LoadTask;
import io.freightsdk.internal.sql.Database;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.World;
import io.freightsdk.testing.WorldServer;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.jspecify.annotations.Nullable;

/**
 * Trucks on the in-memory server, and jobs that follow their loads. Everything runs on one thread
 * and in virtual time, so the number of reads is exact. All times are minutes after the start.
 */
public final class FollowedFleet implements AutoCloseable {
  private static final int MINUTES_BETWEEN_FIXES = 5;
  private static final int NO_FIX_DUE = Integer.MAX_VALUE;
  private static final double PICKUP_LAT = 36;
  private static final double LNG = -84;

  /** Great-circle miles at 50 mph by road, as the server's ETAs assume. */
  private static final double MILES_PER_MINUTE = 50 / 1.2 / 60;

  private static final double MILES_PER_DEGREE = 69.09;

  /**
   * The trip of a truck, which waits in its yard until the approach to the pickup begins.
   *
   * @param date the start of the pickup's window
   * @param deliveryDate the start of the delivery's window
   * @param joins when the driver opens the link; null for never
   * @param arrives at the pickup
   * @param dwell how long it stays there
   * @param haul how long it then drives
   * @param breakdown how long it stands halfway
   */
  public record Drive(
      int date,
      int deliveryDate,
      @Nullable Integer joins,
      int arrives,
      int dwell,
      int haul,
      int breakdown) {
    private static final int APPROACH = 45;

    private int delivered() {
      return arrives + dwell + haul + breakdown;
    }

    /** Minutes of driving from the pickup, negative before it. */
    private int drivenAt(int minute) {
      if (minute < arrives) return Math.max(-APPROACH, minute - arrives);
      int onRoad = Math.max(0, minute - arrives - dwell);
      int half = haul / 2;
      return onRoad <= half ? onRoad : Math.min(haul, Math.max(half, onRoad - breakdown));
    }

    private double latAt(int minute) {
      return PICKUP_LAT + drivenAt(minute) * MILES_PER_MINUTE / MILES_PER_DEGREE;
    }
  }

  /** A load, the times of its reads, and the minutes until each arrival and departure was known. */
  public record Followed(Drive drive, List<Integer> reads, List<Integer> knownAfter) {}

  /** Called each minute. */
  public interface Tick {
    void run() throws Exception;
  }

  private final World world = new World();
  private final InMemoryFreightServer server = WorldServer.in(world);
  private final FreightClient client =
      world.client(world.builder().agentKey(server.createBroker("10000.00").agentKey()));
  private final JdbcConnectionPool database =
      JdbcConnectionPool.create(JobsDatabases.h2() + ";MODE=PostgreSQL", "", "");
  private final FreightJobs jobs =
      FreightJobs.builder(database, client).clock(world.clock()).build();
  private final JobRows rows = JobRows.of("jobs", new Database(database, "fleet"));
  private final JobsContext context;
  private final Task<String> task;
  private final Map<String, Truck> trucks = new LinkedHashMap<>();

  /**
   * Creates jobs without trucks.
   *
   * @param readBudgetPerDay in USD; null for none
   * @param listener gets each event
   */
  public FollowedFleet(@Nullable BigDecimal readBudgetPerDay, JobsListener listener) {
    JobsListener measuring =
        new JobsListener() {
          @Override
          public void onEvent(ReportedEvent reported) throws Exception {
            measure(reported);
            listener.onEvent(reported);
          }
        };
    FailureLog failures = new FailureLog();
    ReadPace pace =
        readBudgetPerDay == null ? null : new ReadPace(rows.database(), "jobs", readBudgetPerDay);
    this.context =
        new JobsContext(
            customer -> client,
            null,
            new ListenerCalls(measuring, failures, 2),
            failures,
            pace,
            Intervals.STANDARD,
            world.clock());
    this.task = LoadTask.of(rows, context, null);
    rows.useBudget(pace, World.START);
  }

  /** The jobs, which are not started. */
  public FreightJobs jobs() {
    return jobs;
  }

  public DataSource database() {
    return database;
  }

  public Instant now() {
    return world.now();
  }

  /** The minute of a time. */
  public static int minute(Instant time) {
    return (int) Duration.between(World.START, time).toMinutes();
  }

  private static Instant at(int minute) {
    return World.START.plus(Duration.ofMinutes(minute));
  }

  /** Books a load for each drive, and follows the loads to their ends. */
  public List<Followed> follow(List<Drive> drives, Tick everyMinute) throws Exception {
    for (Drive drive : drives) book(drive);
    int minute = 0;
    while (trucks.values().stream().anyMatch(truck -> truck.due != null)) {
      runReads(at(minute));
      advanceTo(at(minute));
      for (Truck truck : trucks.values()) truck.sendFix(minute);
      everyMinute.run();
      minute++;
    }
    return trucks.values().stream().map(truck -> truck.followed).toList();
  }

  private void book(Drive drive) {
    String reference = "PO-" + trucks.size();
    StopInput pickup = stop(PICKUP_LAT, drive.date);
    StopInput delivery = stop(drive.latAt(drive.delivered()), drive.deliveryDate);
    CreateLoadInput input =
        CreateLoadInput.builder()
            .customerRef(reference)
            .driverPhone("+13125550142")
            .pickups(pickup)
            .deliveries(delivery)
            .build();
    CreateLoadOutcome load = client.createLoad(input);
    BookedLoad booked =
        new BookedLoad(
            reference,
            null,
            load.loadNumber(),
            load.driverWebLink(),
            null,
            null,
            BookedLoad.Origin.CREATED,
            false);
    FollowedLoad followed =
        FollowedLoad.ofBooked(input, booked, World.START, context.firstWaitFraction(null));
    boolean unused =
        rows.inTransaction(
            handle -> rows.followIfNew(handle, followed, client.accountId(), World.START));
    trucks.put(
        reference, new Truck(reference, load.loadNumber(), drive, followed.plan().nextReadAt()));
  }

  private static StopInput stop(double lat, int date) {
    return StopInput.builder()
        .address("1 Main St")
        .city("Corbin")
        .state("KY")
        .zip("40701")
        .lat(lat)
        .lng(LNG)
        .date(at(date))
        .build();
  }

  /** Runs the loads that are due before this time, in the order of their times. */
  private void runReads(Instant end) {
    while (true) {
      Truck next = null;
      for (Truck truck : trucks.values()) {
        if (truck.due == null || !truck.due.isBefore(end)) continue;
        if (next == null || truck.due.isBefore(Objects.requireNonNull(next.due))) next = truck;
      }
      if (next == null) return;
      advanceTo(next.due);
      run(next);
    }
  }

  private void advanceTo(Instant time) {
    if (now().isBefore(time)) world.advance(Duration.between(now(), time));
  }

  /** Runs the task of a load once, as the scheduler does. */
  private void run(Truck truck) {
    LoadRows.Row before = row(truck);
    task.execute(new TaskInstance<>(task.getName(), before.taskId(), truck.reference), null);
    LoadRows.Row after = row(truck);
    if (after.reads() > before.reads()) truck.followed.reads.add(minute(now()));
    Instant place = after.load().plan().placeAt();
    truck.due = place == null ? after.load().plan().nextReadAt() : place;
  }

  private LoadRows.Row row(Truck truck) {
    return rows.withoutTransaction(handle -> rows.loads().find(handle, truck.reference))
        .orElseThrow();
  }

  private void measure(ReportedEvent reported) {
    Instant happened =
        reported.event() instanceof LoadEvent.ArrivedAtStop arrived
            ? arrived.happenedAt()
            : reported.event() instanceof LoadEvent.DepartedFromStop departed
                ? departed.happenedAt()
                : null;
    if (happened == null) return;
    Truck truck = Objects.requireNonNull(trucks.get(reported.reference()));
    truck.followed.knownAfter.add(minute(now()) - minute(happened));
  }

  @Override
  public void close() {
    world.close();
    server.close();
    database.dispose();
  }

  private final class Truck {
    final String reference;
    final String loadNumber;
    final Followed followed;

    /** When its task is due; null after the end. */
    @Nullable Instant due;

    private int nextFix;

    Truck(String reference, String loadNumber, Drive drive, @Nullable Instant due) {
      this.reference = reference;
      this.loadNumber = loadNumber;
      this.followed = new Followed(drive, new ArrayList<>(), new ArrayList<>());
      this.due = due;
      Integer joins = drive.joins;
      this.nextFix = joins == null ? NO_FIX_DUE : joins;
    }

    void sendFix(int minute) {
      if (minute < nextFix) return;
      server.driver(loadNumber).ping(followed.drive.latAt(minute), LNG);
      boolean isDelivered = minute >= followed.drive.delivered() + MINUTES_BETWEEN_FIXES;
      nextFix = isDelivered ? NO_FIX_DUE : minute + MINUTES_BETWEEN_FIXES;
    }
  }
}
