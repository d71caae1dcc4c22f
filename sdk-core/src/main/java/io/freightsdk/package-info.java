/** The client, its options and the outcomes of its calls. */
package io.freightsdk;
