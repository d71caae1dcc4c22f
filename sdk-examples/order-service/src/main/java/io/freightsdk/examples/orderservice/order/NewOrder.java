package io.freightsdk.examples.orderservice.order;

import io.freightsdk.examples.orderservice.problem.Mistake;
import io.freightsdk.examples.orderservice.problem.WrongFieldsException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An order as a customer puts it. Refuses what a customer can be told at once; all else is found by
 * the freight service, and then the order stops.
 *
 * @param load with the reference of the order as {@code customerRef}
 */
record NewOrder(String customer, String number, CreateLoadInput load) {
  NewOrder {
    String reference = Order.reference(customer, number);
    List<Mistake> mistakes = new ArrayList<>();
    if (load.driverPhone().isBlank()) mistakes.add(new Mistake("driverPhone", "is missing"));
    checkStops("pickups", load.pickups(), mistakes);
    checkStops("deliveries", load.deliveries(), mistakes);
    String other = load.customerRef();
    if (other != null && !other.equals(reference)) {
      mistakes.add(new Mistake("customerRef", "must be left out, this order is " + reference));
    }
    checkUnknown("", load.additionalProperties(), mistakes);
    if (!mistakes.isEmpty()) throw new WrongFieldsException(mistakes);
    load = load.toBuilder().customerRef(reference).build();
  }

  private static void checkStops(String field, List<StopInput> stops, List<Mistake> mistakes) {
    if (stops.isEmpty()) mistakes.add(new Mistake(field, "must have at least one stop"));
    for (int i = 0; i < stops.size(); i++) {
      checkUnknown(field + "." + i + ".", stops.get(i).additionalProperties(), mistakes);
    }
  }

  /** The freight service would skip a member that is misspelled. */
  private static void checkUnknown(String path, Map<String, ?> unknown, List<Mistake> mistakes) {
    for (String name : unknown.keySet()) {
      mistakes.add(new Mistake(path + name, "is unknown, leave it out"));
    }
  }

  String reference() {
    return Order.reference(customer, number);
  }
}
