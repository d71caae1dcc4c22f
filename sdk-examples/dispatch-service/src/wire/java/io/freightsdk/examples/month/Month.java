package io.freightsdk.examples.month;

import io.freightsdk.examples.month.Plan.Coming;
import io.freightsdk.examples.month.Plan.Mishap;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.DeliveryCompletion;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.LoadView;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.spring.boot.test.ApplicationProcess;
import io.freightsdk.testsupport.Seeds;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Two processes of the service through the days of a plan. The test moves the time, from one moment
 * to the next as soon as both have done what is due, so that no process waits for the time and the
 * time waits for no process but these.
 */
final class Month implements AutoCloseable {
  /** Where the operator tops up, and how much. */
  private static final BigDecimal LOW = new BigDecimal("6.00");

  private static final BigDecimal TOP_UP = new BigDecimal("18.00");
  private static final BigDecimal PER_DAY = new BigDecimal("10.00");
  private static final BigDecimal PER_CUSTOMER = new BigDecimal("5.00");
  private static final String OPEN = " WHERE kind = 'PURCHASE' AND is_open";

  /** One of the two; its process is null while it is down. */
  private static final class Instance {
    final String name;
    @Nullable ApplicationProcess process;

    Instance(String name) {
      this.name = name;
    }
  }

  /** An order that the service has accepted, or will when it can. */
  private static final class Order {
    final Coming coming;
    boolean isAccepted;
    boolean isProven;
    @Nullable String load;

    Order(Coming coming) {
      this.coming = coming;
    }
  }

  private final Plan plan;
  private final Database database;
  private final Path folder;
  private final Class<?> application;
  private final List<String> arguments;
  private final Random random;
  private final Story story;
  private final SharedClock clock;
  private final InMemoryFreightServer server;
  private final Broker broker;
  private final Relay relay;
  private final Instance one = new Instance("one");
  private final Instance two = new Instance("two");
  private final Map<String, Order> orders = new LinkedHashMap<>();
  private final List<Facts.Cause> causes = new ArrayList<>();
  private final List<Facts.Size> sizes = new ArrayList<>();
  private final List<Facts.Lost> lost = new ArrayList<>();
  private final Map<String, Integer> count = new HashMap<>();
  private @Nullable CompletableFuture<String> readToLose;
  private @Nullable CompletableFuture<String> creationToLose;
  private boolean isDatabaseAway;
  private boolean hasToBeReplaced;
  private Instant now = Plan.START;
  private BigDecimal told = BigDecimal.ZERO;

  Month(
      Plan plan,
      Database database,
      Path folder,
      Story story,
      Class<?> application,
      String... arguments)
      throws Exception {
    this.plan = plan;
    this.database = database;
    this.folder = folder;
    this.application = application;
    this.arguments = List.of(arguments);
    this.random = new Random(plan.seed);
    this.story = story;
    this.clock = SharedClock.open(folder.resolve("clock"));
    this.clock.set(now);
    this.server =
        InMemoryFreightServer.builder().clockStart(now).frozenClock().journalCapacity(100).start();
    this.broker = server.createBroker("15.00");
    this.broker.deliveryCompletion(DeliveryCompletion.ON_BOL);
    this.relay = new Relay(server.baseUrl(), folder);
  }

  /**
   * The month on H2, for a person who reads along.
   *
   * @param arguments so many of its days; all of them without one
   */
  public static void main(String[] arguments) throws Exception {
    int days = arguments.length == 0 ? Plan.DAYS : Integer.parseInt(arguments[0]);
    Plan plan = Plan.month(Seeds.orFresh(1), days);
    Path folder = Files.createTempDirectory("month");
    Story story = new Story(Path.of("target", "month.txt"), System.out::println);
    try (Database database = new Database.H2(folder.resolve("dispatch"));
        Month month = new Month(plan, database, folder, story, MonthProcess.class)) {
      if (Judges.complaints(month.run()).isEmpty()) return;
    }
    throw new IllegalStateException("the last lines say what was wrong; logs are in " + folder);
  }

  /** Lives through the days. */
  Facts run() throws Exception {
    // The first one makes the tables.
    start(one);
    start(two);
    for (Instant moment : plan.moments()) at(moment);
    // What waits for nothing but time gets it.
    for (int i = 0; i < 3; i++) at(now.plus(Duration.ofMinutes(30)));
    Facts facts = facts();
    summary(facts);
    return facts;
  }

  private void at(Instant moment) throws Exception {
    int yesterday = Plan.day(now);
    now = moment;
    server.clock().set(now);
    drive();
    clock.set(now);
    for (Mishap mishap : plan.mishapsUntil(now)) happens(mishap);
    if (hasToBeReplaced) aMinutePasses();
    for (Instance instance : List.of(one, two)) if (instance.process == null) start(instance);
    for (Coming coming : plan.ordersUntil(now)) {
      orders.put(coming.orderId(), new Order(coming));
    }
    for (Order order : orders.values()) if (!order.isAccepted) put(order);
    quiet();
    noteWhatWasLost();
    prove();
    look();
    if (hour() == 8) topUp();
    if (Plan.day(now) != yesterday) midnight(yesterday);
  }

  /** So that the instance that is left sees that nobody leads the fleet any more. */
  private void aMinutePasses() {
    hasToBeReplaced = false;
    for (int i = 0; i < 12; i++) {
      now = now.plusSeconds(5);
      server.clock().set(now);
      clock.set(now);
      quiet();
    }
  }

  private long hour() {
    return Duration.between(Plan.START, now).toMinutes() % (24 * 60) / 60;
  }

  private void tell(String what, Object... values) {
    story.tell(now, what.formatted(values));
  }

  private void counted(String what) {
    count.merge(what, 1, Integer::sum);
  }

  // --- what happens outside ---

  private void drive() {
    for (LoadView load : server.loads(10_000)) {
      Order order = orders.get(String.valueOf(load.order().customerRef()));
      if (order == null) continue;
      if (order.load == null) {
        tell(
            "%s has %s, for %s; balance %s USD",
            order.coming.orderId(),
            load.loadNumber(),
            order.coming.customer(),
            broker.balanceUsd());
      }
      order.load = load.loadNumber();
      if (load.status().equals(LoadStatus.DELIVERED)) continue;
      server.addFixes(load.loadNumber(), order.coming.truck().fixesUntil(now));
    }
  }

  private void happens(Mishap mishap) throws Exception {
    if (mishap != Mishap.CREATION_IS_LOST && mishap != Mishap.READ_IS_LOST) {
      tell("* %s", mishap.name().toLowerCase(Locale.ROOT).replace('_', ' '));
    }
    switch (mishap) {
      case ROLLING_DEPLOYMENT -> {
        for (Instance instance : List.of(one, two)) {
          if (instance.process == null) continue;
          instance.process.stop();
          instance.process = null;
          quiet();
          start(instance);
          counted("restarts");
        }
      }
      case KILL -> kill(random.nextBoolean() ? one : two);
      case KILL_WHILE_A_LOAD_IS_CREATED -> killWhileCreating();
      case DATABASE_GOES_AWAY -> {
        database.stop();
        isDatabaseAway = true;
      }
      case DATABASE_IS_KILLED -> {
        database.kill();
        isDatabaseAway = true;
      }
      case DATABASE_COMES_BACK -> {
        database.start();
        isDatabaseAway = false;
      }
      case PRICE_RISES -> server.price("load_create", "0.80");
      case PRICE_RISES_ABOVE_THE_LIMIT -> server.price("load_create", "1.20");
      case PRICE_FALLS -> server.price("load_create", "0.65");
      case CERTIFICATE_EXPIRES -> relay.expire();
      case CERTIFICATE_IS_RENEWED -> relay.renew();
      case CREATION_IS_LOST -> creationToLose = relay.loseCreation();
      case READ_IS_LOST -> readToLose = relay.loseRead();
      case TOP_UP_THAT_NOBODY_TELLS -> {
        broker.credit("7.00");
        causes.add(new Facts.Cause(now, new BigDecimal("7.00")));
      }
      case DRIVER_SLEEPS ->
          orders.values().stream()
              .filter(order -> order.coming.truck().isOnTheRoad(now))
              .findFirst()
              .ifPresent(
                  order -> {
                    order.coming.truck().sleeps(now, now.plus(Duration.ofHours(9)));
                    tell("  the driver of %s sleeps for 9 hours", order.coming.orderId());
                  });
    }
  }

  private void noteWhatWasLost() {
    if (readToLose != null && readToLose.isDone()) {
      lost.add(new Facts.Lost(now, readToLose.join()));
      tell("* the answer to a read of %s was lost", readToLose.join());
      readToLose = null;
    }
    if (creationToLose != null && creationToLose.isDone()) {
      tell("* the answer to a creation was lost");
      creationToLose = null;
    }
  }

  // --- instances ---

  private void start(Instance instance) {
    if (isDatabaseAway) return;
    List<String> all =
        new ArrayList<>(
            List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                relay.trusted(),
                "--month.clock=" + folder.resolve("clock"),
                "--logging.file.name=" + folder.resolve(instance.name + ".log"),
                "--freight.base-url=" + relay.url(),
                "--spring.datasource.url=" + database.url(),
                "--spring.datasource.hikari.connection-timeout=1000",
                "--freight.deadline=10s",
                "--freight.spend.limits.per-day=" + PER_DAY,
                "--freight.spend.customer.per-day=" + PER_CUSTOMER,
                "--freight.reconcile.zone=America/Chicago",
                "--freight.health.minimum-balance=0"));
    all.addAll(arguments);
    instance.process =
        ApplicationProcess.start(application, server, broker, all.toArray(String[]::new));
  }

  private void kill(Instance instance) {
    if (instance.process == null) return;
    tell("  kill -9 of instance %s", instance.name);
    instance.process.kill();
    instance.process = null;
    hasToBeReplaced = true;
    counted("kills");
  }

  /** The service has made and charged the load, and nobody has heard of it. */
  private void killWhileCreating() {
    Instance instance = random.nextBoolean() ? one : two;
    ApplicationProcess process = instance.process;
    if (process == null) return;
    String number = "PO-K" + (count.getOrDefault("kills", 0) + 1);
    Coming coming = new Coming(number, "delta", new Truck(random, now.plus(Duration.ofHours(5))));
    Order order = new Order(coming);
    orders.put(number, order);
    CompletableFuture<Void> goesOn = new CompletableFuture<>();
    CompletableFuture<String> held = relay.holdCreation(goesOn);
    CompletableFuture<?> putting = CompletableFuture.runAsync(() -> put(process, order));
    try {
      held.orTimeout(20, TimeUnit.SECONDS).join();
      tell("  the service has created a load for %s, and nobody was told", number);
    } catch (CompletionException noMoneyOrNoCertificate) {
      relay.loseNothing();
    }
    kill(instance);
    goesOn.complete(null);
    putting.exceptionally(died -> null).join();
  }

  private @Nullable ApplicationProcess running() {
    Instance first = random.nextBoolean() ? one : two;
    return first.process != null ? first.process : first == one ? two.process : one.process;
  }

  /** Waits until all that is due at this time is done. */
  private void quiet() {
    // At these hours the jobs are due.
    boolean jobs = hour() == 3 || hour() == 4;
    List<CompletableFuture<String>> answers = new ArrayList<>();
    for (Instance instance : List.of(one, two)) {
      ApplicationProcess process = instance.process;
      if (process == null) continue;
      answers.add(
          CompletableFuture.supplyAsync(
              () -> process.send("GET", "/month/quiet?jobs=" + jobs, "").body()));
    }
    answers.forEach(
        answer -> {
          if (!answer.join().equals("quiet")) {
            counted("moments after which something was still going on");
          }
        });
  }

  // --- who uses the service ---

  /** Some orders come twice, to either instance: a shop that had no answer asks again. */
  private void put(Order order) {
    ApplicationProcess process = running();
    if (process == null) return;
    put(process, order);
    if (random.nextInt(5) == 0) {
      ApplicationProcess again = running();
      if (again != null) put(again, order);
    }
  }

  private static void put(ApplicationProcess process, Order order) {
    try {
      int status =
          process
              .send(
                  "PUT",
                  "/orders/%s?customer=%s"
                      .formatted(order.coming.orderId(), order.coming.customer()),
                  order.coming.truck().wish())
              .statusCode();
      if (status == 200) order.isAccepted = true;
    } catch (UncheckedIOException killed) {
      // It is put again.
    }
  }

  /** Customers look at their pages, one after the other on both instances. */
  private void look() {
    for (Order order : orders.values()) {
      if (order.load == null || !order.coming.truck().isOnTheRoad(now)) continue;
      if (random.nextInt(6) != 0) continue;
      for (Instance instance : List.of(one, two)) {
        if (instance.process == null) continue;
        instance.process.send("GET", "/orders/%s/position".formatted(order.coming.orderId()), "");
        counted("pages");
      }
      noteWhatWasLost();
    }
  }

  /** Most receivers send their signed bill of lading; of the others the service loses patience. */
  private void prove() {
    for (Order order : orders.values()) {
      Instant arrives = order.coming.truck().arrivesAt();
      boolean isDue =
          order.load != null && !order.isProven && now.isAfter(arrives.plusSeconds(2700));
      ApplicationProcess process = running();
      if (!isDue || process == null) continue;
      String proof = "{\"bolReceivedAt\": \"%s\"}".formatted(now);
      String path = "/orders/%s/proof-of-delivery".formatted(order.coming.orderId());
      order.isProven = process.send("PUT", path, proof).statusCode() == 200;
    }
  }

  private void topUp() {
    ApplicationProcess process = running();
    if (broker.balanceUsd().compareTo(LOW) >= 0 || process == null || isDatabaseAway) return;
    BigDecimal before = broker.balanceUsd();
    broker.credit(TOP_UP);
    String told =
        operate(process, "{\"adjust\": \"%s\", \"why\": \"wire transfer\"}".formatted(TOP_UP));
    tell("+ topped up from %s by %s USD: %s", before, TOP_UP, member(told, "explanation"));
    quiet();
  }

  /** As an operator does it: what is answered with a reason and nothing done is asked once more. */
  private static String operate(ApplicationProcess process, String body) {
    String told = "";
    for (int i = 0; i < 5; i++) {
      told = process.send("POST", "/actuator/freight", body).body();
      if (!told.contains("\"unknown\":") || !told.contains("\"done\":[]")) break;
    }
    return told;
  }

  private static String member(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
    return found.find() ? found.group(1) : json;
  }

  private void midnight(int day) throws Exception {
    List<String> grown = new ArrayList<>();
    for (Instance instance : List.of(one, two)) {
      if (instance.process == null) continue;
      String body = instance.process.send("GET", "/month/body", "").body();
      Facts.Size size =
          new Facts.Size(
              instance.name,
              day,
              number(body, "heap"),
              (int) number(body, "threads"),
              (int) number(body, "connections"));
      sizes.add(size);
      grown.add(
          "%s %d MB, %d threads".formatted(size.process(), size.heap() >> 20, size.threads()));
    }
    BigDecimal spent = spent();
    tell(
        "= day %d cost %s USD, balance %s USD; %s",
        day, spent.subtract(told), broker.balanceUsd(), String.join("; ", grown));
    told = spent;
  }

  private static long number(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\":(\\d+)").matcher(json);
    if (!found.find()) throw new IllegalStateException(json);
    return Long.parseLong(found.group(1));
  }

  private BigDecimal spent() {
    return broker.debits().stream()
        .map(LedgerEntry::amountUsd)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  // --- afterwards ---

  private Facts facts() throws Exception {
    Map<String, String> accepted = new LinkedHashMap<>();
    orders.values().stream()
        .filter(order -> order.isAccepted)
        .forEach(order -> accepted.put(order.coming.orderId(), order.coming.customer()));
    ApplicationProcess process = Objects.requireNonNull(running());
    String page = page(process);
    Map<String, Facts.Paid> paid = paid();
    List<Facts.Entry> open =
        database
            .rows("SELECT id, operation, made_at, customer_ref FROM freight_ledger" + OPEN)
            .stream()
            .map(
                row ->
                    new Facts.Entry(
                        row.get(0),
                        row.get(1),
                        time(row.get(2)),
                        row.get(3).equals("null") ? null : row.get(3)))
            .toList();
    settle(process, paid);
    return new Facts(
        accepted,
        server.loads(10_000).stream()
            .map(
                load ->
                    new Facts.Load(
                        load.loadNumber(),
                        String.valueOf(load.order().customerRef()),
                        load.status().value()))
            .toList(),
        broker.debits().stream()
            .map(debit -> Facts.Debit.of(debit, paid.get(String.valueOf(debit.requestId()))))
            .toList(),
        database.rows("SELECT order_id, status, load_number FROM dispatch_order").stream()
            .map(row -> new Facts.Row(row.get(0), row.get(1), row.get(2)))
            .toList(),
        database
            .rows("SELECT order_id, what, COUNT(*) FROM dispatch_event GROUP BY order_id, what")
            .stream()
            .map(row -> new Facts.Event(row.get(0), row.get(1), Integer.parseInt(row.get(2))))
            .toList(),
        database
            .rows(
                "SELECT made_at, unexplained_usd, amount_usd - least_usd FROM freight_ledger"
                    + " WHERE kind = 'COMPARISON' ORDER BY id")
            .stream()
            .map(
                row ->
                    new Facts.Comparison(
                        time(row.get(0)), new BigDecimal(row.get(1)), new BigDecimal(row.get(2))))
            .toList(),
        causes,
        open,
        database.rows("SELECT id FROM freight_ledger" + OPEN).size(),
        spent(),
        new BigDecimal(
            database
                .rows(
                    "SELECT COALESCE(SUM(amount_usd), 0) FROM freight_ledger"
                        + " WHERE kind = 'PURCHASE'")
                .get(0)
                .get(0)),
        database.rows("SELECT reference FROM freight_outbox WHERE state <> 'BOOKED'").stream()
            .map(row -> row.get(0))
            .toList(),
        page,
        sizes,
        lost,
        limits());
  }

  /** As an operator, who asks again if the page says that something could not be read in time. */
  private static String page(ApplicationProcess process) {
    String page = "";
    for (int i = 0; i < 10; i++) {
      page = process.send("GET", "/actuator/freight", "").body();
      if (!page.contains("\"unknown\":\"")) break;
    }
    return page;
  }

  private static Instant time(String column) {
    return Instant.parse(column.replace(' ', 'T') + "Z");
  }

  /** What the ledger says of each answer that it knows, by the request's number. */
  private Map<String, Facts.Paid> paid() throws Exception {
    Map<String, Facts.Paid> paid = new HashMap<>();
    String query =
        "SELECT request_id, made_at, scopes FROM freight_ledger WHERE request_id IS NOT NULL";
    for (List<String> row : database.rows(query)) {
      paid.put(row.get(0), new Facts.Paid(time(row.get(1)), row.get(2)));
    }
    return paid;
  }

  /**
   * What no balance could tell a person says: an open read was charged if the service has taken
   * money for a read of its load under a number that the ledger does not know. A creation is told
   * by its order, which is sent again.
   */
  private void settle(ApplicationProcess process, Map<String, Facts.Paid> paid) throws Exception {
    Map<String, Integer> unclaimed = new HashMap<>();
    for (LedgerEntry debit : broker.debits()) {
      boolean isRead = debit.operation() == Operation.GET_LOAD_POSITION;
      if (!isRead || paid.containsKey(String.valueOf(debit.requestId()))) continue;
      unclaimed.merge(String.valueOf(debit.loadNumber()), 1, Integer::sum);
    }
    List<String> charged = new ArrayList<>();
    List<String> free = new ArrayList<>();
    String reads =
        "SELECT id, load_number FROM freight_ledger"
            + OPEN
            + " AND operation = 'getLoadPosition' ORDER BY id";
    for (List<String> entry : database.rows(reads)) {
      boolean isTaken = unclaimed.merge(entry.get(1), -1, Integer::sum) >= 0;
      (isTaken ? charged : free).add(entry.get(0));
    }
    settle(process, charged, true);
    settle(process, free, false);
  }

  private void settle(ApplicationProcess process, List<String> entries, boolean charged) {
    if (entries.isEmpty()) return;
    String body =
        "{\"settle\": \"%s\", \"charged\": %s, \"why\": \"the statement of the service\"}"
            .formatted(String.join(",", entries), charged);
    String told = operate(process, body);
    tell(
        "+ the operator settled the unknown charges %s as %s: %s",
        entries, charged ? "charged" : "free", member(told, "explanation"));
  }

  private static Map<String, BigDecimal> limits() {
    Map<String, BigDecimal> limits = new HashMap<>();
    limits.put("", PER_DAY);
    Plan.CUSTOMERS.forEach(customer -> limits.put(customer, PER_CUSTOMER));
    return limits;
  }

  private void summary(Facts facts) {
    long creations = facts.debits().stream().filter(Facts.Debit::isCreation).count();
    Map<String, Object> table = new LinkedHashMap<>();
    table.put("days", plan.days);
    table.put("orders", facts.orders().size());
    table.put("loads", facts.loads().size());
    table.put("paid reads", facts.debits().size() - creations);
    table.put("pages that customers looked at", count.getOrDefault("pages", 0));
    table.put("charged, USD", spent());
    table.put("events told", facts.events().size());
    table.put("restarts", count.getOrDefault("restarts", 0));
    table.put("kills", count.getOrDefault("kills", 0));
    table.put("comparisons", facts.comparisons().size());
    table.put("unknown charges, for the operator", facts.open().size());
    table.put("unknown charges after the operator", facts.unsettled());
    table.put("charged by the ledger, USD", facts.chargedUsd().stripTrailingZeros());
    String busy = "moments after which something was still going on";
    table.put(busy, count.getOrDefault(busy, 0));
    story.write("");
    table.forEach((what, value) -> story.write("%-50s %10s".formatted(what, value)));
    List<String> complaints = Judges.complaints(facts);
    story.write("");
    story.write(complaints.isEmpty() ? "Nothing was wrong." : "What was wrong:");
    complaints.forEach(complaint -> story.write("- " + complaint));
  }

  @Override
  public void close() {
    for (Instance instance : List.of(one, two)) {
      if (instance.process != null) instance.process.close();
    }
    relay.close();
    server.close();
  }
}
