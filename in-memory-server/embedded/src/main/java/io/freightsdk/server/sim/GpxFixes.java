package io.freightsdk.server.sim;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Reads the track points of a GPX file. Nothing outside the file is ever opened. */
final class GpxFixes {
  private final XMLStreamReader xml;

  private GpxFixes(XMLStreamReader xml) {
    this.xml = xml;
  }

  static List<Fix> read(InputStream in) {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try {
      return new GpxFixes(factory.createXMLStreamReader(in)).fixes();
    } catch (XMLStreamException | DateTimeException | IllegalArgumentException e) {
      throw new IllegalArgumentException("gpx: " + e.getMessage(), e);
    }
  }

  private List<Fix> fixes() throws XMLStreamException {
    List<Fix> fixes = new ArrayList<>();
    while (xml.hasNext()) {
      boolean point =
          xml.next() == XMLStreamConstants.START_ELEMENT && xml.getLocalName().equals("trkpt");
      Fix fix = point ? trackPoint() : null;
      if (fix != null) {
        fixes.add(fix);
      }
    }
    return fixes;
  }

  private @Nullable Fix trackPoint() throws XMLStreamException {
    Coordinates at = new Coordinates(attribute("lat"), attribute("lon"));
    Instant time = null;
    Double metersPerSecond = null;
    Double course = null;
    Double accuracy = null;
    while (!(xml.next() == XMLStreamConstants.END_ELEMENT && xml.getLocalName().equals("trkpt"))) {
      if (xml.getEventType() != XMLStreamConstants.START_ELEMENT) continue;
      switch (xml.getLocalName()) {
        case "time" -> time = OffsetDateTime.parse(xml.getElementText().trim()).toInstant();
        case "speed" -> metersPerSecond = Double.valueOf(xml.getElementText().trim());
        case "course" -> course = Double.valueOf(xml.getElementText().trim());
        case "accuracy" -> accuracy = Double.valueOf(xml.getElementText().trim());
        default -> {}
      }
    }
    return time == null ? null : Recording.fix(time, at, accuracy, metersPerSecond, course);
  }

  private double attribute(String name) {
    String value = xml.getAttributeValue(null, name);
    if (value == null) {
      throw new IllegalArgumentException(
          "a trkpt in line " + xml.getLocation().getLineNumber() + " has no " + name);
    }
    return Double.parseDouble(value);
  }
}
