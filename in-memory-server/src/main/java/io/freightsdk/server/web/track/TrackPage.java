package io.freightsdk.server.web.track;

import io.freightsdk.server.web.Asset;
import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Page;
import io.freightsdk.server.web.PageShell;
import io.freightsdk.server.web.Template;
import io.freightsdk.server.web.Texts;
import io.freightsdk.server.web.map.City;
import io.freightsdk.server.web.map.LoadMap;
import io.freightsdk.server.web.map.MapStop;
import io.freightsdk.server.web.map.MapView;
import java.util.ArrayList;
import java.util.List;

/**
 * Renders the customer's page. Its script only keeps it current; the page is complete without it.
 */
public final class TrackPage {
  private TrackPage() {}

  public static Page of(TrackView load) {
    Html body =
        block("page")
            .fill(
                "texts", Texts.json("live.", "share."),
                "summary", Summary.of(load),
                "map", LoadMap.of(mapView(load)).picture(description(load)),
                "timeline", Timeline.of(load));
    String title = load.loadNumber() + " · " + Wording.headline(load);
    return PageShell.live(Holder.STYLE, Holder.SCRIPT).refreshing(title, body);
  }

  public static MapView mapView(TrackView load) {
    List<MapStop> stops = new ArrayList<>();
    for (TrackStop stop : load.stops()) stops.add(stop.onMap(Timeline.progress(load, stop)));
    TrackView.TruckSighting seen = load.truck();
    MapView.Truck truck =
        seen == null ? null : new MapView.Truck(seen.at(), seen.heading(), load.isSilent());
    return new MapView(stops, load.track(), truck);
  }

  private static String description(TrackView load) {
    String first = load.stops().get(0).place();
    String last = load.stops().get(load.stops().size() - 1).place();
    TrackView.TruckSighting truck = load.truck();
    if (truck == null) return Texts.text("track.map", "from", first, "to", last);
    String seen = City.nearTo(truck.at());
    return Texts.text("track.map-with-truck", "from", first, "to", last, "place", seen);
  }

  static Template block(String name) {
    return Texts.blocks("track/track.html").get(name);
  }

  private static final class Holder {
    static final Asset STYLE = Asset.read("base.css", "map/map.css", "track/track.css");
    static final Asset SCRIPT = Asset.read("live/patch.js", "live/live.js", "track/track.js");
  }
}
