package io.freightsdk.examples.orderservice;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.jobs.OrderDetails;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.LoadView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Place orders, correct and withdraw them, look where they are, and remember what they were told.
 */
final class Customers {
  static final List<String> NAMES = List.of("acme", "blue-line", "poor");

  /** States in which nothing is done for an order any more, and statuses for its load. */
  private static final Set<OrderDetails.State> DONE =
      Set.of(OrderDetails.State.STOPPED, OrderDetails.State.WITHDRAWN);

  private static final Set<LoadStatus> OVER = Set.of(LoadStatus.DELIVERED, LoadStatus.CANCELLED);

  private static final JsonMapper JSON = new JsonMapper();

  private static final String[] PLACES = {
    "Vine St,Cincinnati,OH,45202,39.1031,-84.5120",
    "Main St,Corbin,KY,40701,36.9487,-84.0969",
    "High St,Lexington,KY,40507,38.0406,-84.5037",
    "Gay St,Knoxville,TN,37902,35.9606,-83.9207",
    "Broadway,Nashville,TN,37201,36.1627,-86.7816"
  };

  private final Replicas replicas;
  private final InMemoryFreightServer server;
  private final Random random;
  private final Map<String, Placed> standing = new TreeMap<>();
  private final Set<String> withdrawn = new TreeSet<>();
  private int placed;

  Customers(Replicas replicas, InMemoryFreightServer server, Random random) {
    this.replicas = replicas;
    this.server = server;
    this.random = random;
  }

  /**
   * What a customer believes of an order that stands.
   *
   * @param rates by which its content is known: several when it was corrected, no answer came, and
   *     then it was too late
   * @param hasPhone whether its driver has a phone that the service takes
   */
  record Placed(String path, String reference, Set<Integer> rates, boolean hasPhone) {
    /** Of the customer whose limit is too small for his orders. */
    boolean isOfThePoor() {
      return reference.startsWith("poor/");
    }

    boolean mayStayWithoutLoad() {
      return isOfThePoor() || !hasPhone;
    }
  }

  /** By their references. */
  Map<String, Placed> standing() {
    return standing;
  }

  Set<String> withdrawn() {
    return withdrawn;
  }

  int placedOrders() {
    return placed;
  }

  /** One of them does something. */
  void act() {
    int what = random.nextInt(100);
    if (what < 30) {
      place();
    } else if (!standing.isEmpty()) {
      Placed order = any();
      if (what < 45) put(order, random.nextInt(1, 10_000), true);
      else if (what < 55) withdraw(order);
      else ask(order);
    }
  }

  private Placed any() {
    List<Placed> all = new ArrayList<>(standing.values());
    return all.get(random.nextInt(all.size()));
  }

  private void place() {
    String customer = NAMES.get(random.nextInt(NAMES.size()));
    boolean again = !withdrawn.isEmpty() && random.nextInt(4) == 0;
    String reference = again ? withdrawn.iterator().next() : customer + "/PO-" + ++placed;
    String path = "/customers/" + reference.replace("/", "/orders/");
    boolean hasPhone = random.nextInt(10) > 0;
    withdrawn.remove(reference);
    put(new Placed(path, reference, Set.of(), hasPhone), random.nextInt(1, 10_000), hasPhone);
  }

  /** Puts an order, or corrects it; sometimes a hurried one does so twice at once. */
  private void put(Placed order, int rate, boolean hasPhone) {
    String json = json(rate, hasPhone);
    CompletableFuture<Replicas.Answer> second =
        random.nextInt(4) == 0
            ? CompletableFuture.supplyAsync(() -> replicas.ask("PUT", order.path(), json))
            : CompletableFuture.completedFuture(null);
    List<Replicas.Answer> answers = new ArrayList<>();
    answers.add(replicas.ask("PUT", order.path(), json));
    Optional.ofNullable(second.join()).ifPresent(answers::add);
    for (Replicas.Answer answer : answers) {
      assertThat(answer.status()).as("%s: %s", order, answer.body()).isIn(200, 201, 409);
      assertThat(answer.body()).contains(order.reference()).doesNotContain("USD");
    }
    boolean isTaken = answers.stream().anyMatch(answer -> answer.status() != 409);
    boolean mayBeTaken = isTaken || answers.stream().anyMatch(Replicas.Answer::isRepeated);
    assertThat(mayBeTaken || !order.rates().isEmpty()).as("%s: %s", order, answers).isTrue();
    Set<Integer> rates = new HashSet<>();
    if (!isTaken) rates.addAll(order.rates());
    if (mayBeTaken) rates.add(rate);
    boolean phone = mayBeTaken ? hasPhone : order.hasPhone();
    standing.put(order.reference(), new Placed(order.path(), order.reference(), rates, phone));
  }

  /** How an order stands. */
  Order ask(Placed order) {
    Replicas.Answer answer = replicas.ask("GET", order.path(), "");
    assertThat(answer.status()).as("%s: %s", order, answer.body()).isEqualTo(200);
    ObjectNode told = (ObjectNode) JSON.readTree(answer.body());
    told.remove("ordered"); // Without a phone it is not one that could be put.
    return JSON.treeToValue(told, Order.class);
  }

  /** Takes an order back; that may be too late. */
  private void withdraw(Placed order) {
    Replicas.Answer answer = replicas.ask("DELETE", order.path(), "");
    boolean isGone = answer.status() == 204 || (answer.isRepeated() && answer.status() == 404);
    assertThat(isGone || answer.status() == 409).as("%s: %s", order, answer).isTrue();
    if (!isGone) return;
    standing.remove(order.reference());
    withdrawn.add(order.reference());
  }

  /** In the end: what has no load, and will have none. */
  void giveUpWhatCannotBeBooked() {
    for (Placed order : List.copyOf(standing.values())) {
      if (order.mayStayWithoutLoad() && ask(order).loadNumber() == null) withdraw(order);
    }
  }

  /**
   * How many wait for their customer's next day: to be booked, or for the next look at their load.
   * After a replica died with an order, the service cannot know that nothing was sent of it, and
   * does not let it be withdrawn before it was sent.
   */
  long waitingForMoney() {
    return standing.values().stream()
        .filter(Placed::isOfThePoor)
        .filter(order -> !isDone(ask(order)))
        .count();
  }

  private static boolean isDone(Order order) {
    if (DONE.contains(order.state())) return true;
    return order.truck() != null && OVER.contains(order.truck().status());
  }

  /** The receivers sign what has arrived and waits for that. */
  void signForDeliveries() {
    for (LoadView load : server.loads(1_000)) {
      if (!load.status().value().equals("AT_DELIVERY") || random.nextInt(6) > 0) continue;
      Optional.ofNullable(standing.get(load.order().customerRef())).ifPresent(this::sign);
    }
  }

  private void sign(Placed order) {
    Replicas.Answer answer = replicas.ask("PUT", order.path() + "/proof-of-delivery", "");
    assertThat(answer.status()).as("%s: %s", order, answer.body()).isIn(204, 409, 502, 503);
  }

  private String json(int rate, boolean hasPhone) {
    int from = random.nextInt(PLACES.length);
    int to = (from + 1 + random.nextInt(PLACES.length - 1)) % PLACES.length;
    return String.format(
        Locale.ROOT,
        """
        {"driverPhone": "%s", "rate": %d, "pickups": [%s], "deliveries": [%s]}
        """,
        hasPhone ? "+13125550142" : "nobody",
        rate,
        stop(from),
        stop(to));
  }

  private static String stop(int place) {
    String[] at = PLACES[place].split(",", -1);
    return String.format(
        Locale.ROOT,
        """
        {"address": "%s", "city": "%s", "state": "%s", "zip": "%s",
         "position": {"lat": %s, "lng": %s}}""",
        (Object[]) at);
  }
}
