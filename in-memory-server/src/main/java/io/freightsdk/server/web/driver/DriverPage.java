package io.freightsdk.server.web.driver;

import io.freightsdk.server.web.Asset;
import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Page;
import io.freightsdk.server.web.PageShell;
import io.freightsdk.server.web.Template;
import io.freightsdk.server.web.live.RegionUpdate;
import io.freightsdk.server.web.track.Wording;

/** Renders the driver's page. Its script shares positions; reading the stops needs none. */
public final class DriverPage {
  private static final Template BODY =
      Template.of(
          """
          <main class="driver" data-version="{}"{} data-load="{}">
          {}{}{}{}<p class="sr" role="status" data-announce></p>
          </main>
          """);
  private static final Html FOLLOWS = new Html(" data-follow");
  private static final Html SHARING =
      new Html(
          """
          <section class="share" aria-label="Your location">
          <button type="button" class="big" data-share aria-pressed="false">Share my location</button>
          <p data-share-state role="status">Not shared. Your dispatcher sees where the truck is only while you share.</p>
          <p class="waiting" data-waiting hidden></p>
          <noscript><p>Sharing your location needs JavaScript. Please switch it on for this page.</p></noscript>
          </section>
          """);
  private static final Html ENDED =
      new Html(
          """
          <section class="share"><p class="ended">Tracking of this load has ended. Thank you, and drive safely.</p></section>
          """);
  private static final Html SIMULATION =
      new Html(
          """
          <section class="simulate" aria-labelledby="simulate-title">
          <h2 id="simulate-title">Simulated truck</h2>
          <p>This server runs a demonstration: a simulated truck can drive for you. The server's clock moves on with it.</p>
          <p class="row"><button type="button" data-drive>Drive to the next stop</button>
          <label>at <input type="number" data-speed min="5" max="100" value="60"> mph</label></p>
          <p data-drive-state role="status"></p>
          </section>
          """);

  private DriverPage() {}

  /** The whole page. */
  public static Page of(DriverView load) {
    Html task = Task.of(load);
    Html stops = StopList.of(load);
    Html sharing = load.trackingEnded() ? ENDED : SHARING;
    Html simulation = SIMULATION.when(load.simulated() && !load.trackingEnded());
    String version = RegionUpdate.version(task, stops);
    Html follows = FOLLOWS.when(!load.trackingEnded());
    Html body = BODY.with(version, follows, load.loadNumber(), task, sharing, simulation, stops);
    String title = load.loadNumber() + " · " + Wording.badge(load.status());
    return PageShell.live(Holder.STYLE, Holder.SCRIPT).page(title, body);
  }

  /** What has to be sent to a page that shows the load as it was earlier. */
  public static RegionUpdate update(DriverView load) {
    return RegionUpdate.of(!load.trackingEnded(), Task.of(load), StopList.of(load));
  }

  private static final class Holder {
    static final Asset STYLE = Asset.read("base.css", "driver/driver.css");
    static final Asset SCRIPT = Asset.read("live/live.js", "driver/driver.js");
  }
}
