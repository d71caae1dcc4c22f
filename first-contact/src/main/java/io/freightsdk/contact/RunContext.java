package io.freightsdk.contact;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The orders of one run, and its loads, prices and responses. Text messages go only to the phone of
 * the user: every order has it, except the order with an invalid phone. The stops are public
 * places.
 */
final class RunContext {
  /** A number that no load has. */
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

  /** The number of {@code --load}; empty without it. */
  final String loadInTransit;

  /** All responses in order, except the responses to the client. */
  final List<ApiResponse> responses = new ArrayList<>();

  /** The prices at the start. */
  PriceList prices = PriceList.NONE;

  private final Set<String> loadIds = new HashSet<>();

  /** The first load of each idempotency key. */
  private final Map<String, Load> byKey = new HashMap<>();

  record Load(String loadId, String loadNumber) {}

  /**
   * @param run makes references and keys unique
   */
  RunContext(String phone, String run, String loadInTransit) {
    this.phone = phone;
    this.run = run;
    this.loadInTransit = loadInTransit;
  }

  /** An order with a reference. */
  String order() {
    return order(phone, "\"customerRef\": \"first-contact/" + run + "\",");
  }

  /** An order that only its key identifies. */
  String orderWithoutReference() {
    return order(phone, "");
  }

  /** Without deliveries, and without the ZIP code of its pickup. */
  String orderWithMissingFields() {
    return withoutFields(orderWithoutReference());
  }

  private static String withoutFields(String order) {
    return order.replace("deliveries", "drops").replace("zip", "postcode");
  }

  String orderWithWrongPhone() {
    return order("nobody", "");
  }

  String orderWithBothFaults() {
    return withoutFields(orderWithWrongPhone());
  }

  String orderWithLocalDate() {
    return orderWithMissingFields()
        .replace("\"city\"", "\"date\": \"2031-01-01T08:00:00\", \"city\"");
  }

  String orderOfAnotherShipper() {
    return orderWithoutReference().replace("a test", "another test");
  }

  /** The first order, with spaces around its reference. */
  String orderWithSpaces() {
    return order(phone, "\"customerRef\": \"  first-contact/" + run + " \",");
  }

  private static String order(String phone, String reference) {
    return ORDER.replace("PHONE", phone).replace("REFERENCE", reference);
  }

  /** A creation under a key of this run. */
  ApiCall create(String order, String key) {
    return ApiCall.create(order, run + "-" + key);
  }

  /**
   * A creation that must return the load of an earlier one.
   *
   * @param earlierKey the key of the earlier creation
   * @throws NoSuchElementException if it returned no load
   */
  ApiCall repeat(String order, String key, String earlierKey) {
    return create(order, key).repeating(load(earlierKey));
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

  /** The load in a response; null without a number that a path can have. */
  static @Nullable Load load(ApiResponse response) {
    String id = response.text("loadId");
    String number = response.text("loadNumber");
    // A path segment of dots would call another operation.
    if (id == null || number == null || number.matches("[. ]*")) return null;
    return new Load(id, number);
  }

  /** Records a load. Returns whether it is new in this run. */
  boolean addLoad(Load load, @Nullable String idempotencyKey) {
    if (idempotencyKey != null) byKey.putIfAbsent(idempotencyKey, load);
    return loadIds.add(load.loadId());
  }
}
