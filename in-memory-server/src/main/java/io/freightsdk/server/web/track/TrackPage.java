package io.freightsdk.server.web.track;

import io.freightsdk.server.web.Asset;
import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Page;
import io.freightsdk.server.web.PageShell;
import io.freightsdk.server.web.Template;
import io.freightsdk.server.web.Texts;
import io.freightsdk.server.web.live.RegionUpdate;
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

  /** The whole page; {@code streets} are drawn below its map by a script. */
  public static Page of(TrackView load, boolean streets) {
    Html summary = Summary.of(load);
    Html timeline = Timeline.of(load);
    LoadMap map = LoadMap.of(mapView(load));
    String version = RegionUpdate.version(summary, timeline, map.update());
    Html picture = map.picture(description(load));
    Html body =
        block("page")
            .fill(
                "version", version,
                "texts", Texts.english().json("live."),
                "summary", summary,
                "map", picture,
                "timeline", timeline);
    String title = load.loadNumber() + " · " + Wording.headline(load);
    PageShell shell = PageShell.live(Holder.STYLE, streets ? Streets.SCRIPT : Holder.SCRIPT);
    return shell.refreshing(title, body);
  }

  /** The update for a page that shows an earlier state of the load. */
  public static RegionUpdate update(TrackView load) {
    Html map = LoadMap.of(mapView(load)).update();
    return RegionUpdate.of(Summary.of(load), Timeline.of(load), map);
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
    TrackStop first = load.stops().get(0);
    TrackStop last = load.stops().get(load.stops().size() - 1);
    String route = "Map of the route from " + first.place() + " to " + last.place();
    TrackView.TruckSighting truck = load.truck();
    return truck == null ? route : route + "; truck last seen " + City.nearTo(truck.at());
  }

  static Template block(String name) {
    return Holder.BLOCKS.get(name);
  }

  private static final class Holder {
    static final Template.Blocks BLOCKS = Template.read("track/track.html");
    static final Asset STYLE = Asset.read("base.css", "map/map.css", "track/track.css");
    static final Asset SCRIPT = Asset.read("live/live.js", "track/track.js");
  }

  private static final class Streets {
    static final Asset SCRIPT = Asset.read("live/live.js", "track/track.js", "map/streets.js");
  }
}
