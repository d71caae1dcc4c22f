package io.freightsdk.examples.contact;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The orders of one run, and what it has learned from answers that it could read. A text message
 * goes to nobody but the developer: each order, also a wrong one, names his phone, except the one
 * whose phone is a word. The stops are public places.
 */
final class RunContext {
  /** A number that no service gives. */
  static final String NO_SUCH_LOAD = "NO-SUCH-LOAD";

  private static final String ORDER =
      """
      {"driverPhone": "PHONE", "shipperName": "First contact, a test",REFERENCE
       "pickups": [{"address": "1301 Western Ave", "city": "Cincinnati", "state": "OH",
                    "zip": "45203"}],
       "deliveries": [{"address": "202 Gists Creek Rd", "city": "Sevierville", "state": "TN",
                       "zip": "37876"}]}""";

  private final String phone;
  private final String run;

  /** The load that {@code --load} names; empty without it. */
  final String roadLoad;

  /** All answers but those of our client, in the order in which they came. */
  final List<ApiResponse> answers = new ArrayList<>();

  /** As they were read first. */
  PriceList prices = PriceList.NONE;

  private final Set<String> loadIds = new HashSet<>();

  /** The load that a key made first, by the key. */
  private final Map<String, Load> byKey = new HashMap<>();

  record Load(String loadId, String loadNumber) {}

  /**
   * @param run is in references and keys, so that no other run has them
   */
  RunContext(String phone, String run, String roadLoad) {
    this.phone = phone;
    this.run = run;
    this.roadLoad = roadLoad;
  }

  /** The order with the reference. */
  String order() {
    return order(phone, "\"customerRef\": \"first-contact/" + run + "\",");
  }

  /** An order that is found by its key alone. */
  String orderWithoutReference() {
    return order(phone, "");
  }

  /** Without deliveries, and without the ZIP code of its pickup. */
  String orderWithMissingFields() {
    return orderWithoutReference().replace("deliveries", "drops").replace("zip", "postcode");
  }

  String orderWithWrongPhone() {
    return order("nobody", "");
  }

  private static String order(String phone, String reference) {
    return ORDER.replace("PHONE", phone).replace("REFERENCE", reference);
  }

  /** A creation under a key of this run, by the key's name. */
  ApiCall create(String order, String key) {
    return ApiCall.create(order, run + "-" + key);
  }

  /**
   * One that is answered with the load that was made under another of its keys, or the same.
   *
   * @throws NoSuchElementException if that was not seen
   */
  ApiCall again(String order, String key, String first) {
    return create(order, key).naming(load(first));
  }

  /** The number of the first load. */
  String loadNumber() {
    return load("first").loadNumber();
  }

  boolean hasLoad() {
    return byKey.containsKey(run + "-first");
  }

  private Load load(String key) {
    Load load = byKey.get(run + "-" + key);
    if (load == null) throw new NoSuchElementException(key);
    return load;
  }

  /** The load that an answer names; null if it names none that can be asked for. */
  static @Nullable Load load(ApiResponse answer) {
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
}
