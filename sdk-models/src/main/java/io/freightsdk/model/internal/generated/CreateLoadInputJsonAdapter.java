// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ValueReader;
import io.freightsdk.model.internal.ValueWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@link CreateLoadInput}. */
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
  public CreateLoadInput read(JsonReader in) throws IOException {
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
    ValueReader.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> driverPhone = ValueReader.string(in);
        case 1 -> pickups = ValueReader.list(in, StopInputJsonAdapter.INSTANCE);
        case 2 -> deliveries = ValueReader.list(in, StopInputJsonAdapter.INSTANCE);
        case 3 -> shipperName = ValueReader.skipNull(in) ? null : ValueReader.string(in);
        case 4 -> carrierName = ValueReader.skipNull(in) ? null : ValueReader.string(in);
        case 5 -> equipmentType = ValueReader.skipNull(in) ? null : ValueReader.string(in);
        case 6 -> customerRef = ValueReader.skipNull(in) ? null : ValueReader.string(in);
        case 7 -> rate = ValueReader.skipNull(in) ? null : ValueReader.money(in);
        case 8 -> miles = ValueReader.skipNull(in) ? null : ValueReader.number(in);
        case 9 -> weight = ValueReader.skipNull(in) ? null : ValueReader.number(in);
        case 10 -> truckNumber = ValueReader.skipNull(in) ? null : ValueReader.string(in);
        default -> additionalProperties.put(in.nextName(), ValueReader.any(in));
      }
    }
    in.endObject();
    if (driverPhone == null) throw ValueReader.missing(in, "driverPhone");
    if (pickups == null) throw ValueReader.missing(in, "pickups");
    if (deliveries == null) throw ValueReader.missing(in, "deliveries");
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
  public void write(JsonWriter out, CreateLoadInput value) throws IOException {
    out.beginObject();
    out.name("driverPhone");
    out.value(value.driverPhone());
    out.name("pickups");
    ValueWriter.list(out, value.pickups(), StopInputJsonAdapter.INSTANCE);
    out.name("deliveries");
    ValueWriter.list(out, value.deliveries(), StopInputJsonAdapter.INSTANCE);
    if (value.shipperName() != null) {
      out.name("shipperName");
      out.value(value.shipperName());
    }
    if (value.carrierName() != null) {
      out.name("carrierName");
      out.value(value.carrierName());
    }
    if (value.equipmentType() != null) {
      out.name("equipmentType");
      out.value(value.equipmentType());
    }
    if (value.customerRef() != null) {
      out.name("customerRef");
      out.value(value.customerRef());
    }
    if (value.rate() != null) {
      out.name("rate");
      out.value(value.rate());
    }
    if (value.miles() != null) {
      out.name("miles");
      ValueWriter.number(out, value.miles());
    }
    if (value.weight() != null) {
      out.name("weight");
      ValueWriter.number(out, value.weight());
    }
    if (value.truckNumber() != null) {
      out.name("truckNumber");
      out.value(value.truckNumber());
    }
    ValueWriter.openFields(out, value.additionalProperties());
    out.endObject();
  }
}
