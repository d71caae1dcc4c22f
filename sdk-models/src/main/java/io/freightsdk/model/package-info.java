/**
 * The wire of the API: one record per JSON object, one open enum per list of names, and {@code
 * FreightJson}.
 */
package io.freightsdk.model;
