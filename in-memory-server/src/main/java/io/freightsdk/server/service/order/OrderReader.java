package io.freightsdk.server.service.order;

import io.freightsdk.server.service.refusal.Refusal;
import io.freightsdk.server.service.refusal.RefusedException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of a load creation. Every field that is missing or invalid is reported at once, in
 * the order of the description; unknown fields are ignored, a broker named in the body included.
 */
public final class OrderReader {
  /** How many stops a load may have, pickups and deliveries together. */
  public static final int MAX_STOPS = 50;

  private final Function<String, @Nullable String> toE164;
  private final RepeatedText repeated = new RepeatedText();

  /** Reads phones with {@code toE164}, which gives null for what is not one. */
  public OrderReader(Function<String, @Nullable String> toE164) {
    this.toE164 = toE164;
  }

  /**
   * The order in {@code body}.
   *
   * @throws RefusedException with the invalid fields, or for a phone that is not one
   */
  public LoadOrder read(Map<?, ?> body) {
    List<String> invalid = new ArrayList<>();
    Fields fields = new Fields(body, "", invalid, repeated);
    String phone = fields.requiredText("driverPhone", text -> !text.isEmpty());
    List<StopOrder> pickups = stops(fields, "pickups", MAX_STOPS, invalid);
    List<StopOrder> deliveries = stops(fields, "deliveries", MAX_STOPS - pickups.size(), invalid);
    String shipperName = fields.text("shipperName");
    String carrierName = fields.text("carrierName");
    String equipmentType = fields.text("equipmentType");
    String customerRef = fields.text("customerRef");
    BigDecimal rate = fields.amount("rate");
    Double miles = fields.quantity("miles");
    Double weight = fields.quantity("weight");
    String truckNumber = fields.text("truckNumber");
    if (!invalid.isEmpty()) throw new RefusedException(new Refusal.InvalidFields(invalid));

    String e164 = toE164.apply(phone);
    if (e164 == null) throw new RefusedException(new Refusal.InvalidDriverPhone());
    return new LoadOrder(
        e164,
        pickups,
        deliveries,
        shipperName,
        carrierName,
        equipmentType,
        customerRef,
        rate,
        miles,
        weight,
        truckNumber);
  }

  private static List<StopOrder> stops(
      Fields fields, String name, int limit, List<String> invalid) {
    List<?> given = fields.raw(name) instanceof List<?> list ? list : List.of();
    if (given.isEmpty() || given.size() > limit) {
      fields.note(name);
      return List.of();
    }
    List<StopOrder> stops = new ArrayList<>();
    int index = 0;
    for (Object stop : given) {
      String path = name + "." + index++;
      if (stop instanceof Map<?, ?> object) {
        stops.add(StopReader.read(fields.within(object, path + ".")));
      } else {
        invalid.add(path);
      }
    }
    return stops;
  }
}
