/** Faults in shipped sources, for programs that must find them. */
package io.freightsdk.planted;
