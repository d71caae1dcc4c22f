package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.DedupCreateLoadResult;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;

/** Reads and writes {@link DedupCreateLoadResult} in one pass over its tokens. */
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
  public DedupCreateLoadResult read(TokenReader in) throws IOException {
    boolean ok = false;
    boolean okSeen = false;
    String loadId = null;
    String loadNumber = null;
    String trackingLink = null;
    String driverWebLink = null;
    String driverAppLink = null;
    boolean deduplicated = false;
    boolean deduplicatedSeen = false;
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> {
          ok = in.bool();
          okSeen = true;
        }
        case 1 -> loadId = in.string();
        case 2 -> loadNumber = in.string();
        case 3 -> trackingLink = in.string();
        case 4 -> driverWebLink = in.stringOrNull();
        case 5 -> driverAppLink = in.stringOrNull();
        case 6 -> {
          deduplicated = in.bool();
          deduplicatedSeen = true;
        }
        default -> in.skipMember();
      }
    }
    in.endObject();
    if (!okSeen) throw in.missing("ok");
    if (loadId == null) throw in.missing("loadId");
    if (loadNumber == null) throw in.missing("loadNumber");
    if (trackingLink == null) throw in.missing("trackingLink");
    if (!deduplicatedSeen) throw in.missing("deduplicated");
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
  public void write(TokenWriter out, DedupCreateLoadResult value) throws IOException {
    out.beginObject();
    out.name("ok");
    out.bool(value.ok());
    out.name("loadId");
    out.string(value.loadId());
    out.name("loadNumber");
    out.string(value.loadNumber());
    out.name("trackingLink");
    out.string(value.trackingLink());
    if (value.driverWebLink() != null) {
      out.name("driverWebLink");
      out.string(value.driverWebLink());
    }
    if (value.driverAppLink() != null) {
      out.name("driverAppLink");
      out.string(value.driverAppLink());
    }
    out.name("deduplicated");
    out.bool(value.deduplicated());
    out.endObject();
  }
}
