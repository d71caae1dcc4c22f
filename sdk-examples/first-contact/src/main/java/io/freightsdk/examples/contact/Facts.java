package io.freightsdk.examples.contact;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What this run sends, and what it has learned from answers that it could read. */
final class Facts {
  /** A number that no service gives. */
  static final String NO_SUCH_LOAD = "NO-SUCH-LOAD";

  final Orders orders;
  final Secrets secrets;

  /** The load that {@code --load} names; empty without it. */
  final String roadLoad;

  /** As it was read first. Our own questions and the client's calls keep to it. */
  PriceList prices = PriceList.NONE;

  /** Operations that the description gives away, and for which the price list wants something. */
  final Set<Operation> notFree = EnumSet.noneOf(Operation.class);

  private final Set<String> loadIds = new HashSet<>();

  /** The load of the first creation; null until it was read. */
  @Nullable Load first;

  /** The load that was created twice in the same moment; null until it was read. */
  @Nullable Load together;

  /** The position of {@link #roadLoad}; null until it was read. */
  @Nullable JsonNode road;

  /** How long the first debit took until the balance showed it; null until it did. */
  @Nullable Duration debitTook;

  List<Answer> answers = List.of();

  record Load(String loadId, String loadNumber) {}

  Facts(Orders orders, Secrets secrets, String roadLoad) {
    this.orders = orders;
    this.secrets = secrets;
    this.roadLoad = roadLoad;
  }

  static Facts of(String phone, Secrets secrets, String roadLoad, Supplier<String> random) {
    return new Facts(new Orders(phone, random), secrets, roadLoad);
  }

  /** By the service's price list; null if that has none. */
  @Nullable BigDecimal price(Operation operation) {
    return prices.usd().get(operation);
  }

  /** The most that a question may take; null if its price is not known. */
  @Nullable BigDecimal usd(Question.Most most) {
    BigDecimal creation = price(Operation.CREATE_LOAD);
    return switch (most) {
      case NOTHING -> BigDecimal.ZERO;
      case READ -> price(Operation.GET_LOAD_POSITION);
      case CREATION -> creation;
      case TWO_CREATIONS -> creation == null ? null : creation.add(creation);
    };
  }

  /** An amount of USD; null for a number that no account can have, or for something else. */
  static @Nullable BigDecimal usd(@Nullable JsonNode node) {
    if (node == null || !node.isNumber()) return null;
    BigDecimal usd = node.decimalValue();
    // 1e999999999 is a number too, and one addition to it would fill the memory.
    boolean isAmount = Math.abs((long) usd.scale()) <= 18 && usd.precision() <= 24;
    return isAmount ? usd : null;
  }

  /** The balance that an answer tells; null if it tells none. */
  static @Nullable BigDecimal balance(Answer answer) {
    JsonNode json = answer.status() == 200 ? answer.json() : null;
    return json == null ? null : usd(json.get("balanceUsd"));
  }

  /** Remembers the load that an answer names, and says whether it was not known before. */
  boolean isNew(@Nullable Load load) {
    return load == null || loadIds.add(load.loadId());
  }

  /** The load that an answer names; null if it does not. Its links become secrets. */
  @Nullable Load load(Answer answer) {
    for (String link : List.of("trackingLink", "driverWebLink", "driverAppLink")) {
      String text = answer.text(link);
      if (text != null) secrets.addLink(text);
    }
    String id = answer.text("loadId");
    String number = answer.text("loadNumber");
    return id == null || number == null || number.isBlank() ? null : new Load(id, number);
  }
}
