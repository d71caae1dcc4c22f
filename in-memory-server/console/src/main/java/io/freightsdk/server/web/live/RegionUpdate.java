package io.freightsdk.server.web.live;

import io.freightsdk.server.web.Html;
import java.util.List;

/**
 * The changing regions of a page at one moment.
 *
 * @param version equal for equal content
 * @param markup elements that replace those with the same {@code data-region}
 */
public record RegionUpdate(String version, String markup) {
  public static RegionUpdate of(Html... regions) {
    return new RegionUpdate(version(regions), Html.joined(List.of(regions)).markup());
  }

  public static String version(Html... regions) {
    return Integer.toHexString(List.of(regions).hashCode());
  }
}
