package io.freightsdk.server;

import io.freightsdk.server.http.Answer;
import io.freightsdk.server.http.Call;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.refusal.Refusal;
import io.freightsdk.server.service.refusal.Refusal.RefusedException;
import java.io.IOException;
import java.util.List;

/** Shows loads, and changes how they end. */
final class LoadControl {
  private final InMemoryFreightServer server;
  private final FreightService service;

  LoadControl(InMemoryFreightServer server, FreightService service) {
    this.server = server;
    this.service = service;
  }

  /** The load in the path; 404 when there is none. */
  Load load(Call call) {
    String loadNumber = call.parameter("loadNumber");
    if (service.load(loadNumber) == null) throw new RefusedException(new Refusal.LoadNotFound());
    return server.load(loadNumber);
  }

  Answer view(Call call) {
    return Answer.json(200, Trees.load(load(call).view()));
  }

  /** The loads created last, the newest first; with filters the last ones that match. */
  Answer list(Call call) {
    String text = Input.search(call, "q");
    String status = Input.search(call, "status");
    String brokerId = Input.search(call, "brokerId");
    if (text == null && status == null && brokerId == null) return newest(call);
    List<LoadView> matching =
        server.loads(Integer.MAX_VALUE).stream()
            .filter(load -> status == null || load.status().toString().equalsIgnoreCase(status))
            .filter(load -> brokerId == null || load.brokerId().equalsIgnoreCase(brokerId))
            .filter(load -> text == null || contains(load, text))
            .toList();
    List<LoadView> loads =
        matching.stream().skip(Input.offset(call)).limit(Input.limit(call)).toList();
    return Answer.json(
        200, JsonText.object("matching", matching.size(), "loads", Trees.all(loads, Trees::load)));
  }

  /** Views are made only for the loads on the page. */
  private Answer newest(Call call) {
    service.settle();
    List<io.freightsdk.server.service.Load> all = service.newestLoads(Integer.MAX_VALUE);
    List<LoadView> loads =
        all.stream()
            .skip(Input.offset(call))
            .limit(Input.limit(call))
            .map(load -> server.load(load.ids().loadNumber()).view())
            .toList();
    return Answer.json(
        200, JsonText.object("matching", all.size(), "loads", Trees.all(loads, Trees::load)));
  }

  private static boolean contains(LoadView load, String text) {
    if (Input.anyContains(text, load.loadNumber(), load.loadId(), load.brokerId())) return true;
    return load.stops().stream()
        .anyMatch(stop -> Input.anyContains(text, stop.city() + ", " + stop.state()));
  }

  Answer explain(Call call) {
    Load load = load(call);
    return Answer.json(
        200,
        JsonText.object(
            "loadNumber", load.loadNumber(),
            "status", load.status(),
            "fixes", Trees.all(load.explain(), Trees::explained)));
  }

  Answer cancel(Call call) {
    return Answer.json(200, Trees.load(load(call).cancel().view()));
  }

  Answer awaitBol(Call call) throws IOException {
    Load load = load(call);
    Input input = Input.of(call);
    boolean enabled = input.required("enabled", input.flag("enabled"));
    return Answer.json(200, Trees.load(load.awaitBol(enabled).view()));
  }

  Answer fenceRadius(Call call) throws IOException {
    Load load = load(call);
    int sequence = stopSequence(call, load);
    Input input = Input.of(call);
    double meters = input.required("radiusMeters", input.number("radiusMeters"));
    return Answer.json(200, Trees.load(load.fenceRadius(sequence, meters).view()));
  }

  /** The stop in the path; 404 when the load has none of this sequence. */
  private static int stopSequence(Call call, Load load) {
    String asked = call.parameter("sequence");
    for (LoadView.Stop stop : load.stops()) {
      if (asked.equals(Integer.toString(stop.sequence()))) return stop.sequence();
    }
    throw new RefusedException(new Refusal.NotFound("No such stop"));
  }
}
