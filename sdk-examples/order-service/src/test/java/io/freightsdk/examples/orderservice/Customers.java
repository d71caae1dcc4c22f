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

/** Customers who place, correct, withdraw and read orders, and remember the responses. */
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
  private final Map<String, Placed> activeOrders = new TreeMap<>();
  private final Set<String> withdrawn = new TreeSet<>();
  private int placed;

  Customers(Replicas replicas, InMemoryFreightServer server, Random random) {
    this.replicas = replicas;
    this.server = server;
    this.random = random;
  }

  /**
   * An active order as its customer knows it.
   *
   * @param rates the possible rates of its content; several if a correction got no response and a
   *     later one was too late
   * @param hasPhone whether its driver has a phone number that the service accepts
   */
  record Placed(String path, String reference, Set<Integer> rates, boolean hasPhone) {
    /** Whether the order is from the customer whose limit is too low for their orders. */
    boolean isOfLimitedCustomer() {
      return reference.startsWith("poor/");
    }

    boolean mayStayWithoutLoad() {
      return isOfLimitedCustomer() || !hasPhone;
    }
  }

  /** By their references. */
  Map<String, Placed> activeOrders() {
    return activeOrders;
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
    } else if (!activeOrders.isEmpty()) {
      Placed order = any();
      if (what < 45) put(order, random.nextInt(1, 10_000), true);
      else if (what < 55) withdraw(order);
      else ask(order);
    }
  }

  private Placed any() {
    List<Placed> all = new ArrayList<>(activeOrders.values());
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

  /** Places or corrects an order, sometimes with two concurrent requests. */
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
    boolean isAccepted = answers.stream().anyMatch(answer -> answer.status() != 409);
    boolean mayBeAccepted = isAccepted || answers.stream().anyMatch(Replicas.Answer::isRepeated);
    assertThat(mayBeAccepted || !order.rates().isEmpty()).as("%s: %s", order, answers).isTrue();
    Set<Integer> rates = new HashSet<>();
    if (!isAccepted) rates.addAll(order.rates());
    if (mayBeAccepted) rates.add(rate);
    boolean phone = mayBeAccepted ? hasPhone : order.hasPhone();
    activeOrders.put(order.reference(), new Placed(order.path(), order.reference(), rates, phone));
  }

  /** Reads an order. */
  Order ask(Placed order) {
    Replicas.Answer answer = replicas.ask("GET", order.path(), "");
    assertThat(answer.status()).as("%s: %s", order, answer.body()).isEqualTo(200);
    ObjectNode response = (ObjectNode) JSON.readTree(answer.body());
    response.remove("ordered"); // Without a phone it is not a valid order.
    return JSON.treeToValue(response, Order.class);
  }

  /** Withdraws an order, which may be too late. */
  private void withdraw(Placed order) {
    Replicas.Answer answer = replicas.ask("DELETE", order.path(), "");
    boolean isGone = answer.status() == 204 || (answer.isRepeated() && answer.status() == 404);
    assertThat(isGone || answer.status() == 409).as("%s: %s", order, answer).isTrue();
    if (!isGone) return;
    activeOrders.remove(order.reference());
    withdrawn.add(order.reference());
  }

  /** Withdraws the orders that have no load and will get none. */
  void withdrawOrdersWithoutLoads() {
    for (Placed order : List.copyOf(activeOrders.values())) {
      if (order.mayStayWithoutLoad() && ask(order).loadNumber() == null) withdraw(order);
    }
  }

  /**
   * The number of orders that wait for the next day of their customer's limit: to be booked, or for
   * the next read of their load. If a replica crashed with an order, the service cannot know
   * whether the order was sent. It refuses to withdraw the order before it is sent again.
   */
  long ordersWithoutBudget() {
    return activeOrders.values().stream()
        .filter(Placed::isOfLimitedCustomer)
        .filter(order -> !isDone(ask(order)))
        .count();
  }

  private static boolean isDone(Order order) {
    if (DONE.contains(order.state())) return true;
    return order.truck() != null && OVER.contains(order.truck().status());
  }

  /** Receivers sign for loads that wait for their bill of lading. */
  void signForDeliveries() {
    for (LoadView load : server.loads(1_000)) {
      if (!load.status().value().equals("AT_DELIVERY") || random.nextInt(6) > 0) continue;
      Optional.ofNullable(activeOrders.get(load.order().customerRef())).ifPresent(this::sign);
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
