package io.freightsdk.examples.contact;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What this run sends, and what it has learned from answers that it could read. */
final class Facts {
  /** A number that no service gives. */
  static final String NO_SUCH_LOAD = "NO-SUCH-LOAD";

  final Orders orders;

  /** The load that {@code --load} names; empty without it. */
  final String roadLoad;

  /** All answers but those of our client, in the order in which they came. */
  final List<Answer> answers = new ArrayList<>();

  /** As they were read first. */
  Prices prices = Prices.NONE;

  /** The position of {@link #roadLoad}; null until it was read. */
  @Nullable JsonNode road;

  private final Set<String> loadIds = new HashSet<>();

  /** The load that a key made first, by the key. */
  private final Map<String, Load> byKey = new HashMap<>();

  record Load(String loadId, String loadNumber) {}

  Facts(Orders orders, String roadLoad) {
    this.orders = orders;
    this.roadLoad = roadLoad;
  }

  /** The load that an answer names; null if it names none that can be asked for. */
  static @Nullable Load load(Answer answer) {
    String id = answer.text("loadId");
    String number = answer.text("loadNumber");
    // Dots alone would call another operation.
    if (id == null || number == null || number.matches("[. ]*")) return null;
    return new Load(id, number);
  }

  /** Remembers a load, and says whether this run had not seen it before. */
  boolean isNew(Load load, @Nullable String idempotencyKey) {
    if (idempotencyKey != null) byKey.putIfAbsent(idempotencyKey, load);
    return loadIds.add(load.loadId());
  }

  boolean hasLoad(String name) {
    return byKey.containsKey(orders.key(name));
  }

  /**
   * The load that was made under a key of this run.
   *
   * @throws NoSuchElementException if it was not seen
   */
  Load load(String name) {
    Load load = byKey.get(orders.key(name));
    if (load == null) throw new NoSuchElementException(name);
    return load;
  }
}
