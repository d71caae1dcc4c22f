package io.freightsdk.server.compare;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.compare.Deployment.Answer;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Asks a deployment and a server of this kind the same questions, and lists where their answers
 * differ. Without a budget it asks only what is free. With one it also lives one life of a load:
 * created, read, driven by fixes of the last hours, delivered; before each call that may cost money
 * it reads the balance, and it stops where the next one could pass the budget.
 */
public final class Comparison {
  private static final String LOADS = "/v1/agent/loads";
  private static final String NO_LOAD = LOADS + "/LD-2000-000000";
  private static final BigDecimal OWN_BALANCE = new BigDecimal("100.00");

  private final Deployment here;
  private final Deployment there;
  private final @Nullable BigDecimal budgetUsd;
  private final List<Difference> found = new ArrayList<>();
  private BigDecimal balanceUsd = BigDecimal.ZERO;
  private BigDecimal spentUsd = BigDecimal.ZERO;

  /** The most that what was asked since the latest look at the balance may have cost. */
  private BigDecimal mostSinceUsd = BigDecimal.ZERO;

  private Comparison(Deployment here, Deployment there, @Nullable BigDecimal budgetUsd) {
    this.here = here;
    this.there = there;
    this.budgetUsd = budgetUsd;
  }

  /**
   * Compares the deployment at {@code url} with this server.
   *
   * @param budgetUsd the most that may be spent there; null to ask only what is free
   * @return the last one names the call that the budget did not allow, or that failed, if there was
   *     one
   * @throws IOException when it cannot be asked what is free
   */
  public static List<Difference> with(String url, String key, @Nullable BigDecimal budgetUsd)
      throws IOException {
    Deployment there = new Deployment(Deployment.checked(url), key);
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker(OWN_BALANCE.toPlainString());
      Deployment here = new Deployment(URI.create(server.baseUrl()), broker.agentKey());
      Comparison comparison = new Comparison(here, there, budgetUsd);
      comparison.askWhatIsFree();
      try {
        if (budgetUsd != null) comparison.live();
      } catch (BudgetReached reached) {
        comparison.found.add(reached.notAsked);
      } catch (IOException e) {
        String why = String.valueOf(e.getMessage());
        comparison.found.add(new Difference("the life of a load", "end", "none", why));
      }
      return List.copyOf(comparison.found);
    }
  }

  /** Prints the differences as a table; returns whether there are none. */
  public static boolean print(String url, List<Difference> differences, PrintStream out) {
    out.printf("%d differences between this server and %s%n", differences.size(), url);
    if (differences.isEmpty()) return true;
    out.println("| asked | where | this server | " + url + " |");
    out.println("|---|---|---|---|");
    differences.forEach(one -> out.println(one.row()));
    return false;
  }

  /** One question to a side. */
  @FunctionalInterface
  private interface Question {
    Answer ask(Deployment side) throws IOException;
  }

  private record Pair(Answer here, Answer there) {}

  private Pair compare(String step, Question question) throws IOException {
    Pair answers = new Pair(question.ask(here), question.ask(there));
    found.addAll(Difference.of(step, answers.here, answers.there));
    return answers;
  }

  private void askWhatIsFree() throws IOException {
    Pair prices = compare("prices", side -> side.ask("GET", "/v1/agent/pricing", null));
    if (prices.there.status() == 401) throw new IOException("the deployment refuses the key");
    compare("balance", side -> side.ask("GET", "/v1/agent/balance", null));
    for (String path : List.of("/v1/agent/pricing", "/v1/agent/balance", NO_LOAD)) {
      compare(path + " without a key", side -> side.askAs(null, "GET", path));
      compare(path + " with a wrong key", side -> side.askAs("Bearer wrong", "GET", path));
      compare(path + " without Bearer", side -> side.askAs("Basic d3Jvbmc=", "GET", path));
    }
    compare(
        "a status write",
        side -> side.ask("PATCH", NO_LOAD + "/status", "{\"status\":\"DELIVERED\"}"));
    compare(
        "a confirmation of no load", side -> side.ask("POST", NO_LOAD + "/delivery-confirm", "{}"));
    compare(
        "a confirmation at no time",
        side -> side.ask("POST", NO_LOAD + "/delivery-confirm", "{\"bol_received_at\":\"soon\"}"));
  }

  private void live() throws IOException {
    balanceUsd = balance();
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    String reference = "compare-" + UUID.randomUUID();
    String order = order(reference, "+13125550142", now);
    String key = "Idempotency-Key: " + reference;
    paid("an order without fields", side -> side.ask("POST", LOADS, "{}"));
    paid("an order for no phone", side -> side.ask("POST", LOADS, order(reference, "12", now)));
    Pair created = paid("an order", side -> side.ask("POST", LOADS, order, key));
    paid("the order again", side -> side.ask("POST", LOADS, order, key));
    paid("the reference again", side -> side.ask("POST", LOADS, order));
    paid("a read of no load", side -> side.ask("GET", NO_LOAD, null));
    Life ours = Life.of(created.here);
    Life theirs = Life.of(created.there);
    paid("a read", side -> side.ask("GET", life(side, ours, theirs).path(), null));
    confirm("a confirmation too early", ours, theirs);
    int minutes = -170;
    for (double[] place :
        new double[][] {{39.1031, -84.512}, {39.3, -84.6}, {39.4, -84.7}, {39.75, -86.15}}) {
      String fix =
          "{\"lat\":%s,\"lng\":%s,\"accuracy\":10,\"timestamp\":\"%s\"}"
              .formatted(place[0], place[1], now.plus(minutes, ChronoUnit.MINUTES));
      compare(
          "a fix " + -minutes + " minutes ago",
          side -> side.ask("POST", life(side, ours, theirs).ping(), fix));
      minutes += 50;
    }
    paid("a read after the drive", side -> side.ask("GET", life(side, ours, theirs).path(), null));
    confirm("a confirmation after the drive", ours, theirs);
    compare(
        "the customer's link", side -> side.askAs(null, "GET", life(side, ours, theirs).track()));
    spent();
  }

  private void confirm(String step, Life ours, Life theirs) throws IOException {
    compare(
        step,
        side -> side.ask("POST", life(side, ours, theirs).path() + "/delivery-confirm", "{}"));
  }

  /** What the life of the load cost on each side. */
  private void spent() throws IOException {
    BigDecimal ours = OWN_BALANCE.subtract(balance(here.ask("GET", "/v1/agent/balance", null)));
    BigDecimal theirs = spentThere();
    if (ours.compareTo(theirs) != 0) {
      found.add(
          new Difference("the whole life", "cost", ours.toPlainString(), theirs.toPlainString()));
    }
  }

  /** Asks both sides, unless what it may cost there does not fit the budget any more. */
  private Pair paid(String step, Question question) throws IOException {
    BigDecimal most = BigDecimal.ZERO;
    Object prices = there.ask("GET", "/v1/agent/pricing", null).member("prices");
    for (Object price : prices instanceof Map<?, ?> all ? all.values() : List.of()) {
      if (price instanceof BigDecimal usd) most = most.max(usd);
    }
    BigDecimal spent = spentThere();
    if (budgetUsd == null || spent.add(most).compareTo(budgetUsd) > 0) {
      String why =
          "may cost %s USD, and %s of %s USD are spent"
              .formatted(most.toPlainString(), spent.toPlainString(), budgetUsd);
      throw new BudgetReached(new Difference(step, "budget", "not asked any more", why));
    }
    mostSinceUsd = most;
    return compare(step, question);
  }

  /** A balance that has risen hides what a call has cost: it counts as the most it may have. */
  private BigDecimal spentThere() throws IOException {
    BigDecimal now = balance();
    boolean hasRisen = now.compareTo(balanceUsd) > 0;
    spentUsd = spentUsd.add(hasRisen ? mostSinceUsd : balanceUsd.subtract(now));
    balanceUsd = now;
    return spentUsd;
  }

  /** Ends the life of a load; what was found until then is told. */
  private static final class BudgetReached extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Difference notAsked;

    BudgetReached(Difference notAsked) {
      this.notAsked = notAsked;
    }
  }

  private BigDecimal balance() throws IOException {
    return balance(there.ask("GET", "/v1/agent/balance", null));
  }

  private static BigDecimal balance(Answer answer) throws IOException {
    if (answer.member("balanceUsd") instanceof BigDecimal usd) return usd;
    throw new IOException("no balance: status " + answer.status());
  }

  private Life life(Deployment side, Life ours, Life theirs) {
    return side.equals(here) ? ours : theirs;
  }

  /** Where one side has the load. */
  private record Life(String path, String ping, String track) {
    static Life of(Answer created) throws IOException {
      String number = text(created, "loadNumber");
      return new Life(
          LOADS + "/" + number,
          "/api/driver/" + lastSegment(text(created, "driverWebLink")) + "/ping",
          "/api/track/" + lastSegment(text(created, "trackingLink")));
    }

    private static String text(Answer created, String name) throws IOException {
      if (created.member(name) instanceof String text) return text;
      throw new IOException("the order has no " + name + ": status " + created.status());
    }

    private static String lastSegment(String link) {
      return link.substring(link.lastIndexOf('/') + 1);
    }
  }

  private static String order(String reference, String phone, Instant now) {
    return """
        {"driverPhone":"%s","customerRef":"%s","equipmentType":"Van","pickups":[{"address":"100 \
        Main St","city":"Cincinnati","state":"OH","zip":"45202","lat":39.1031,"lng":-84.512,\
        "date":"%s"}],"deliveries":[{"address":"200 Parkway","city":"Indianapolis","state":"IN",\
        "zip":"46204","lat":39.75,"lng":-86.15,"date":"%s"}]}"""
        .formatted(
            phone, reference, now.minus(4, ChronoUnit.HOURS), now.minus(1, ChronoUnit.HOURS));
  }
}
