package io.freightsdk.examples.contact;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The orders of one run, with references and keys that no other run has. A text message goes to
 * nobody but the developer: each order, also a wrong one, names his phone, except the one whose
 * phone is a word. The stops are public places.
 */
final class Orders {
  private static final JsonMapper JSON = new JsonMapper();

  private final String phone;
  private final String run;

  /** Keys of creations. */
  final String firstKey;

  final String secondKey;
  final String togetherKey;
  final String thirdKey;
  final String otherKey;

  Orders(String phone, Supplier<String> random) {
    this.phone = phone;
    this.run = random.get();
    this.firstKey = random.get();
    this.secondKey = random.get();
    this.togetherKey = random.get();
    this.thirdKey = random.get();
    this.otherKey = random.get();
  }

  String phone() {
    return phone;
  }

  /** The reference of the first order. */
  String reference() {
    return "first-contact/" + run;
  }

  /** The order with the reference. */
  String first() {
    return order(reference(), order -> {});
  }

  /** The same with blanks around the reference. */
  String withBlanks() {
    return order("  " + reference() + " ", order -> {});
  }

  /** Another order: under the first one's key it is no repeat. */
  String other() {
    return order(reference() + "/b", order -> order.put("shipperName", "Another shipper"));
  }

  /** An order that is found by its key alone. */
  String withoutReference() {
    return order(null, order -> {});
  }

  /** Without deliveries, and without the ZIP code of its pickup. */
  String withMissingFields() {
    return order(reference() + "/m", Orders::spoil);
  }

  /** Its phone is a word. */
  String withWrongPhone() {
    return order(reference() + "/p", order -> order.put("driverPhone", "nobody"));
  }

  String withWrongPhoneAndMissingFields() {
    return order(
        reference() + "/q",
        order -> {
          order.put("driverPhone", "nobody");
          spoil(order);
        });
  }

  /** Not JSON. */
  static String notJson() {
    return "{\"pickups\": [";
  }

  private static void spoil(ObjectNode order) {
    order.remove("deliveries");
    ((ObjectNode) order.get("pickups").get(0)).remove("zip");
  }

  private String order(@Nullable String reference, Consumer<ObjectNode> change) {
    ObjectNode order = JSON.createObjectNode();
    order.put("driverPhone", phone);
    stop(order, "pickups", "Cincinnati Museum Center", "1301 Western Ave", "Cincinnati", "OH")
        .put("zip", "45203");
    stop(order, "deliveries", "Convention Center", "202 Gists Creek Rd", "Sevierville", "TN")
        .put("zip", "37876");
    order.put("shipperName", "First contact, a test");
    if (reference != null) order.put("customerRef", reference);
    change.accept(order);
    return JSON.writeValueAsString(order);
  }

  private static ObjectNode stop(
      ObjectNode order, String member, String name, String street, String city, String state) {
    ObjectNode stop = order.putArray(member).addObject();
    return stop.put("facilityName", name)
        .put("address", street)
        .put("city", city)
        .put("state", state);
  }
}
