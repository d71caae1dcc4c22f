// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.DedupCreateLoadResult;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ValueReader;
import java.io.IOException;

/** Reads and writes {@link DedupCreateLoadResult}. */
public final class DedupCreateLoadResultJsonAdapter extends ModelJsonAdapter<DedupCreateLoadResult> {
  public static final DedupCreateLoadResultJsonAdapter INSTANCE = new DedupCreateLoadResultJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of(
      "ok",
      "loadId",
      "loadNumber",
      "trackingLink",
      "driverWebLink",
      "driverAppLink",
      "deduplicated");

  private DedupCreateLoadResultJsonAdapter() {}

  @Override
  public DedupCreateLoadResult read(JsonReader in) throws IOException {
    boolean ok = false;
    boolean okSeen = false;
    String loadId = null;
    String loadNumber = null;
    String trackingLink = null;
    String driverWebLink = null;
    String driverAppLink = null;
    boolean deduplicated = false;
    boolean deduplicatedSeen = false;
    ValueReader.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> {
          ok = ValueReader.bool(in);
          okSeen = true;
        }
        case 1 -> loadId = ValueReader.text(in);
        case 2 -> loadNumber = ValueReader.text(in);
        case 3 -> trackingLink = ValueReader.text(in);
        case 4 -> driverWebLink = ValueReader.textOrNull(in);
        case 5 -> driverAppLink = ValueReader.textOrNull(in);
        case 6 -> {
          deduplicated = ValueReader.bool(in);
          deduplicatedSeen = true;
        }
        default -> ValueReader.skipMember(in);
      }
    }
    in.endObject();
    if (!okSeen) throw ValueReader.missing(in, "ok");
    if (loadId == null) throw ValueReader.missing(in, "loadId");
    if (loadNumber == null) throw ValueReader.missing(in, "loadNumber");
    if (trackingLink == null) throw ValueReader.missing(in, "trackingLink");
    if (!deduplicatedSeen) throw ValueReader.missing(in, "deduplicated");
    return new DedupCreateLoadResult(
        ok,
        loadId,
        loadNumber,
        trackingLink,
        driverWebLink,
        driverAppLink,
        deduplicated);
  }

  @Override
  public void write(JsonWriter out, DedupCreateLoadResult value) throws IOException {
    out.beginObject();
    out.name("ok");
    out.value(value.ok());
    out.name("loadId");
    out.value(value.loadId());
    out.name("loadNumber");
    out.value(value.loadNumber());
    out.name("trackingLink");
    out.value(value.trackingLink());
    if (value.driverWebLink() != null) {
      out.name("driverWebLink");
      out.value(value.driverWebLink());
    }
    if (value.driverAppLink() != null) {
      out.name("driverAppLink");
      out.value(value.driverAppLink());
    }
    out.name("deduplicated");
    out.value(value.deduplicated());
    out.endObject();
  }
}
