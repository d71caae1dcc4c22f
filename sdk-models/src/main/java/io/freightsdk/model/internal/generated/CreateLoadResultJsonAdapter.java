package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.CreateLoadResult;
import io.freightsdk.model.DriverResolution;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;

/** Reads and writes {@link CreateLoadResult} in one pass over its tokens. */
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
  public CreateLoadResult read(TokenReader in) throws IOException {
    Boolean success = null;
    String loadId = null;
    String loadNumber = null;
    String trackingLink = null;
    String driverWebLink = null;
    String driverAppLink = null;
    DriverResolution driverResolution = null;
    String unresolvedTruckNumber = null;
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> success = in.boolOrNull();
        case 1 -> loadId = in.string();
        case 2 -> loadNumber = in.string();
        case 3 -> trackingLink = in.string();
        case 4 -> driverWebLink = in.string();
        case 5 -> driverAppLink = in.string();
        case 6 -> driverResolution = in.skippedUnlessString() ? null : DriverResolution.of(in.string());
        case 7 -> unresolvedTruckNumber = in.stringOrNull();
        default -> in.skipMember();
      }
    }
    in.endObject();
    if (loadId == null) throw in.missing("loadId");
    if (loadNumber == null) throw in.missing("loadNumber");
    if (trackingLink == null) throw in.missing("trackingLink");
    if (driverWebLink == null) throw in.missing("driverWebLink");
    if (driverAppLink == null) throw in.missing("driverAppLink");
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
  public void write(TokenWriter out, CreateLoadResult value) throws IOException {
    out.beginObject();
    if (value.success() != null) {
      out.name("success");
      out.bool(value.success());
    }
    out.name("loadId");
    out.string(value.loadId());
    out.name("loadNumber");
    out.string(value.loadNumber());
    out.name("trackingLink");
    out.string(value.trackingLink());
    out.name("driverWebLink");
    out.string(value.driverWebLink());
    out.name("driverAppLink");
    out.string(value.driverAppLink());
    if (value.driverResolution() != null) {
      out.name("driverResolution");
      out.string(value.driverResolution().value());
    }
    if (value.unresolvedTruckNumber() != null) {
      out.name("unresolvedTruckNumber");
      out.string(value.unresolvedTruckNumber());
    }
    out.endObject();
  }
}
