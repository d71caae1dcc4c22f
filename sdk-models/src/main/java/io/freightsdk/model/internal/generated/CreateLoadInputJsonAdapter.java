package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@link CreateLoadInput} in one pass over its tokens. */
public final class CreateLoadInputJsonAdapter extends ModelJsonAdapter<CreateLoadInput> {
  public static final CreateLoadInputJsonAdapter INSTANCE = new CreateLoadInputJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of(
      "driverPhone",
      "pickups",
      "deliveries",
      "shipperName",
      "carrierName",
      "equipmentType",
      "customerRef",
      "rate",
      "miles",
      "weight",
      "truckNumber");

  private CreateLoadInputJsonAdapter() {}

  @Override
  public CreateLoadInput read(TokenReader in) throws IOException {
    String driverPhone = null;
    List<StopInput> pickups = null;
    List<StopInput> deliveries = null;
    String shipperName = null;
    String carrierName = null;
    String equipmentType = null;
    String customerRef = null;
    BigDecimal rate = null;
    Double miles = null;
    Double weight = null;
    String truckNumber = null;
    Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> driverPhone = in.string();
        case 1 -> pickups = in.list(StopInputJsonAdapter.INSTANCE);
        case 2 -> deliveries = in.list(StopInputJsonAdapter.INSTANCE);
        case 3 -> shipperName = in.skippedNull() ? null : in.string();
        case 4 -> carrierName = in.skippedNull() ? null : in.string();
        case 5 -> equipmentType = in.skippedNull() ? null : in.string();
        case 6 -> customerRef = in.skippedNull() ? null : in.string();
        case 7 -> rate = in.skippedNull() ? null : in.money();
        case 8 -> miles = in.skippedNull() ? null : in.number();
        case 9 -> weight = in.skippedNull() ? null : in.number();
        case 10 -> truckNumber = in.skippedNull() ? null : in.string();
        default -> additionalProperties.put(in.name(), in.any());
      }
    }
    in.endObject();
    if (driverPhone == null) throw in.missing("driverPhone");
    if (pickups == null) throw in.missing("pickups");
    if (deliveries == null) throw in.missing("deliveries");
    return new CreateLoadInput(
        driverPhone,
        pickups,
        deliveries,
        shipperName,
        carrierName,
        equipmentType,
        customerRef,
        rate,
        miles,
        weight,
        truckNumber,
        additionalProperties);
  }

  @Override
  public void write(TokenWriter out, CreateLoadInput value) throws IOException {
    out.beginObject();
    out.name("driverPhone");
    out.string(value.driverPhone());
    out.name("pickups");
    out.list(value.pickups(), StopInputJsonAdapter.INSTANCE);
    out.name("deliveries");
    out.list(value.deliveries(), StopInputJsonAdapter.INSTANCE);
    if (value.shipperName() != null) {
      out.name("shipperName");
      out.string(value.shipperName());
    }
    if (value.carrierName() != null) {
      out.name("carrierName");
      out.string(value.carrierName());
    }
    if (value.equipmentType() != null) {
      out.name("equipmentType");
      out.string(value.equipmentType());
    }
    if (value.customerRef() != null) {
      out.name("customerRef");
      out.string(value.customerRef());
    }
    if (value.rate() != null) {
      out.name("rate");
      out.money(value.rate());
    }
    if (value.miles() != null) {
      out.name("miles");
      out.number(value.miles());
    }
    if (value.weight() != null) {
      out.name("weight");
      out.number(value.weight());
    }
    if (value.truckNumber() != null) {
      out.name("truckNumber");
      out.string(value.truckNumber());
    }
    out.openFields(value.additionalProperties());
    out.endObject();
  }
}
