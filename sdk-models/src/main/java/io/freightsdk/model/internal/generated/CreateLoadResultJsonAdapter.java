// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.CreateLoadResult;
import io.freightsdk.model.DriverResolution;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ValueReader;
import java.io.IOException;

/** Reads and writes {@link CreateLoadResult}. */
public final class CreateLoadResultJsonAdapter extends ModelJsonAdapter<CreateLoadResult> {
  public static final CreateLoadResultJsonAdapter INSTANCE = new CreateLoadResultJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of(
      "success",
      "loadId",
      "loadNumber",
      "trackingLink",
      "driverWebLink",
      "driverAppLink",
      "driverResolution",
      "unresolvedTruckNumber");

  private CreateLoadResultJsonAdapter() {}

  @Override
  public CreateLoadResult read(JsonReader in) throws IOException {
    Boolean success = null;
    String loadId = null;
    String loadNumber = null;
    String trackingLink = null;
    String driverWebLink = null;
    String driverAppLink = null;
    DriverResolution driverResolution = null;
    String unresolvedTruckNumber = null;
    ValueReader.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> success = ValueReader.boolOrNull(in);
        case 1 -> loadId = ValueReader.text(in);
        case 2 -> loadNumber = ValueReader.text(in);
        case 3 -> trackingLink = ValueReader.text(in);
        case 4 -> driverWebLink = ValueReader.text(in);
        case 5 -> driverAppLink = ValueReader.text(in);
        case 6 -> driverResolution = ValueReader.skipUnlessString(in) ? null : DriverResolution.of(ValueReader.string(in));
        case 7 -> unresolvedTruckNumber = ValueReader.textOrNull(in);
        default -> ValueReader.skipMember(in);
      }
    }
    in.endObject();
    if (loadId == null) throw ValueReader.missing(in, "loadId");
    if (loadNumber == null) throw ValueReader.missing(in, "loadNumber");
    if (trackingLink == null) throw ValueReader.missing(in, "trackingLink");
    if (driverWebLink == null) throw ValueReader.missing(in, "driverWebLink");
    if (driverAppLink == null) throw ValueReader.missing(in, "driverAppLink");
    return new CreateLoadResult(
        success,
        loadId,
        loadNumber,
        trackingLink,
        driverWebLink,
        driverAppLink,
        driverResolution,
        unresolvedTruckNumber);
  }

  @Override
  public void write(JsonWriter out, CreateLoadResult value) throws IOException {
    out.beginObject();
    if (value.success() != null) {
      out.name("success");
      out.value(value.success());
    }
    out.name("loadId");
    out.value(value.loadId());
    out.name("loadNumber");
    out.value(value.loadNumber());
    out.name("trackingLink");
    out.value(value.trackingLink());
    out.name("driverWebLink");
    out.value(value.driverWebLink());
    out.name("driverAppLink");
    out.value(value.driverAppLink());
    if (value.driverResolution() != null) {
      out.name("driverResolution");
      out.value(value.driverResolution().value());
    }
    if (value.unresolvedTruckNumber() != null) {
      out.name("unresolvedTruckNumber");
      out.value(value.unresolvedTruckNumber());
    }
    out.endObject();
  }
}
